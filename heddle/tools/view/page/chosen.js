// A view of a list and of the one thing in it that was chosen, with its stages: what graphs and kernels have in common.

import {empty, request} from "./dom.js";
import {where} from "./route.js";

/** Who extends it makes `rows` and `detail`, and says in `show(found)` what to make of what the server tells. */
export class Chosen {
  /** `what`: "graph" or "kernel", as the server calls it. */
  constructor(what) { this.what = what; }

  /** Told when the address changes. */
  async update() {
    const {id} = where();
    if (!id) return;
    if (id === this.id) { this.stages?.open(); return; }
    this.id = id;
    this.close();
    this.rows.select(id);
    try {
      const found = await request(this.what, {id});
      if (id === this.id) this.show(found);
    } catch (fault) { if (id === this.id) this.detail.replaceChildren(empty(`This ${this.what} cannot be shown`, fault.message)); }
  }

  move(by) { (where().as === "rewrites" && this.stages?.panel?.rows ? this.stages.panel.rows : this.rows).move(by); }
  moveStage(by) { this.stages?.move(by); }
  close() { this.stages?.panel?.close(); }
}
