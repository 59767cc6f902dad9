// Lays graphs out beside the page, which stays usable meanwhile.

import {layout} from "./layout.js";

self.onmessage = e => {
  const result = layout(e.data);
  self.postMessage({id: e.data.id, ...result}, [result.layer.buffer, result.x.buffer, result.bendStarts.buffer, result.bends.buffer]);
};
