import { expect, test } from "vitest";
import { createEventParser, type StreamEvent } from "./event-stream.ts";

const stream = 'id: 7\nevent: state\ndata: {"a":\ndata: 1}\n\n: a comment\n\nevent: ping\r\ndata: x\r\n\r\ndata\n\n';

function parse(pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const take = createEventParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

const expected: StreamEvent[] = [
  { event: "state", data: '{"a":\n1}', id: "7" },
  { event: "ping", data: "x", id: "7" },
  { event: "message", data: "", id: "7" },
];

test("[HTML §9.2.6] events end at an empty line, data lines are joined, the id stays", () => {
  expect(parse([stream])).toEqual(expected);
});

test("[HTML §9.2.6] events may arrive in pieces, cut anywhere", () => {
  expect(parse(stream.split(""))).toEqual(expected);
  for (let cut = 1; cut < stream.length; cut++)
    expect(parse([stream.slice(0, cut), stream.slice(cut)])).toEqual(expected);
});
