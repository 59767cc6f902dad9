// Where the page is: `#kernels?id=3&stage=17&as=rewrites`. Every view can be linked to, and "back" goes back.

export function where() {
  const [view, query] = location.hash.slice(1).split("?");
  return {view: view || "overview", ...Object.fromEntries(new URLSearchParams(query))};
}

export function link(view, values = {}) {
  const kept = Object.entries(values).filter(([, v]) => v !== undefined && v !== null && v !== "");
  return `#${view}${kept.length ? `?${new URLSearchParams(kept)}` : ""}`;
}

/** Changes a part of where the page is; `quietly` leaves no trace in the history. */
export function go(view, values = {}, quietly = false) {
  const target = link(view, values);
  if (target === location.hash) return;
  if (quietly) { history.replaceState(null, "", target); dispatchEvent(new HashChangeEvent("hashchange")); }
  else location.hash = target;
}
