"""Timeline of events and memory use, reduced to the resolution of a screen.

Inputs: a span of time and a number of pixels. Outputs: single events where they can be distinguished, else a summary of each pixel.
Invariants: an answer has at most a few thousand parts, whatever was recorded. Times are seconds from the start of the recording.
"""
from __future__ import annotations

from heddle.tools.view.read import Reader, Row

_ONE_BY_ONE = 4000  # events of an answer that names each
_EVENT = "id, kind, name, lane, depth, start, seconds, kernel"


def lanes(reader: Reader) -> Row:
    """The rows of the timeline, devices first, and the time that they span."""
    found = reader.rows("SELECT lane, max(depth) AS depth, count(*) AS count, total(seconds) AS seconds, "
                        "max(kind IN ('kernel', 'copy', 'view')) AS device FROM event GROUP BY lane ORDER BY device DESC, lane")
    end = max(reader.number("SELECT max(start + seconds) FROM event"), reader.number("SELECT max(start) FROM memory"))
    begin = min(reader.number("SELECT min(start) FROM event"), end)
    kinds = reader.rows("SELECT kind, count(*) AS count, total(seconds) AS seconds FROM event GROUP BY kind ORDER BY seconds DESC")
    return {"lanes": found, "begin": begin, "end": end, "kinds": kinds}


def events(reader: Reader, begin: float, end: float, pixels: int) -> Row:
    """The events between two times."""
    longest = reader.number("SELECT max(seconds) FROM event")
    inside = "start >= ?1 AND start <= ?2 AND start + seconds >= ?3"
    values = (begin - longest, end, begin)
    count = reader.number_of(f"event WHERE {inside}", *values)
    if count <= _ONE_BY_ONE: return {"rows": reader.rows(f"SELECT {_EVENT} FROM event WHERE {inside}", *values)}
    pixel = (end - begin) / max(pixels, 1)
    wide = reader.rows(f"SELECT {_EVENT} FROM event WHERE {inside} AND seconds >= ?4 ORDER BY seconds DESC LIMIT ?5",
                       *values, pixel, _ONE_BY_ONE)
    narrow = reader.rows(f"""SELECT lane, depth, kind, min(start) AS start, max(start + seconds) - min(start) AS seconds,
                             count(*) AS count, total(seconds) AS busy FROM event WHERE {inside} AND seconds < ?4
                             GROUP BY lane, depth, CAST((start - ?3) / ?4 AS INTEGER) LIMIT ?5""", *values, pixel, 2 * _ONE_BY_ONE)
    return {"rows": wide + narrow}


def event(reader: Reader, number: int) -> Row:
    """All of one event."""
    found = reader.row("SELECT * FROM event WHERE id = ?", number)
    return {**found, "location": reader.location(found["location"])}


def next_event(reader: Reader, number: int, by: int) -> Row:
    """The event before (by < 0) or after this one in its lane."""
    here = reader.row("SELECT lane, start, id FROM event WHERE id = ?", number)
    sign, order = ("<", "DESC") if by < 0 else (">", "ASC")
    found = reader.rows(f"""SELECT id FROM event WHERE lane = ? AND (start, id) {sign} (?, ?)
                            ORDER BY start {order}, id {order} LIMIT 1""", here["lane"], here["start"], here["id"])
    return event(reader, found[0]["id"] if found else number)


def memory(reader: Reader, begin: float, end: float, pixels: int) -> Row:
    """Memory in use between two times: for each device and pixel the most there was and the last, in bytes."""
    devices: Row = {}
    pixel = max(end - begin, 1e-9) / max(pixels, 1)
    for row in reader.rows("SELECT device, max(live) AS peak FROM memory GROUP BY device ORDER BY device"):
        device = row["device"]
        before = reader.rows("""SELECT live, cached FROM memory WHERE device = ? AND start < ?
                                ORDER BY start DESC, id DESC LIMIT 1""", device, begin)
        points = reader.rows("""SELECT p.start, p.most, p.total, m.live, m.cached FROM
                                (SELECT min(start) AS start, max(live) AS most, max(live + cached) AS total, max(id) AS last
                                 FROM memory WHERE device = ?1 AND start >= ?2 AND start <= ?3
                                 GROUP BY CAST((start - ?2) / ?4 AS INTEGER)) p
                                JOIN memory m ON m.id = p.last ORDER BY p.start""", device, begin, end, pixel)
        at_peak = reader.row("SELECT start FROM memory WHERE device = ? AND live = ? ORDER BY start LIMIT 1", device, row["peak"])
        devices[device] = {"peak": row["peak"], "at": at_peak["start"], "before": before[0] if before else {"live": 0, "cached": 0},
                           "points": points}
    return {"devices": devices}


def buffers(reader: Reader, start: int, count: int) -> Row:
    """The buffers of all schedules, the largest first: what each holds, the line that fills it, and its lifetime in calls.

    `first` and `last` are the calls of the graph that use it first and last, of `calls`; `filled` the first that writes it, None if
    it was there before.
    """
    found = reader.rows("""SELECT o.graph, o.buffer, o.device, o.dtype, max(o.bytes) AS bytes, min(o.position) AS first,
                                  max(o.position) AS last, min(CASE WHEN o.written THEN o.position END) AS filled,
                                  (SELECT count(*) FROM call c WHERE c.graph = o.graph) AS calls
                           FROM operand o GROUP BY o.graph, o.buffer, o.device
                           ORDER BY bytes DESC, o.graph, first, o.buffer LIMIT ? OFFSET ?""", count, start)
    for row in found: row.update(_filler(reader, row))
    return {"total": reader.number("SELECT count(*) FROM (SELECT 1 FROM operand GROUP BY graph, buffer, device)"), "rows": found}


def _filler(reader: Reader, buffer: Row) -> Row:
    """The line of the call that fills a buffer, or of the first that reads it; and the name of that call's kernel."""
    position = buffer["first"] if buffer["filled"] is None else buffer["filled"]
    call = reader.row("""SELECT coalesce(c.location, k.location, g.location) AS location, c.what, c.kernel, k.name FROM call c
                         JOIN graph g ON g.id = c.graph LEFT JOIN kernel k ON k.id = c.kernel
                         WHERE c.graph = ? AND c.position = ?""", buffer["graph"], position)
    return {"location": reader.location(call["location"]), "kernel": call["kernel"], "name": call["name"] or call["what"]}
