import { expect, test } from "vitest";
import { RecordMap } from "./record-map.ts";

interface TestEmail {
  id: string;
  read: boolean;
  flag: boolean;
}
const email: TestEmail = { id: "e1", read: false, flag: false };
const read = (record: TestEmail): TestEmail => ({ ...record, read: true });
const flag = (record: TestEmail): TestEmail => ({ ...record, flag: true });

function mapWithEmail(): RecordMap<TestEmail> {
  const map = new RecordMap<TestEmail>();
  map.put([email]);
  return map;
}

test("an open change shows over whatever the server says before it is confirmed", () => {
  const map = mapWithEmail();
  const token = Symbol();
  map.apply(token, "e1", read);
  map.put([{ ...email, flag: true }]);
  expect(map.get("e1")).toEqual({ id: "e1", read: true, flag: true });
  map.rollBack(token, "e1");
  expect(map.get("e1")).toEqual({ id: "e1", read: false, flag: true });
});

test("a change that is taken back leaves the others", () => {
  const map = mapWithEmail();
  const [first, second] = [Symbol(), Symbol()];
  map.apply(first, "e1", read);
  map.apply(second, "e1", flag);
  map.rollBack(first, "e1");
  expect(map.get("e1")).toEqual({ id: "e1", read: false, flag: true });
});

test("an answer that was asked for before a change was confirmed does not undo it", () => {
  const map = mapWithEmail();
  const token = Symbol();
  map.apply(token, "e1", read);
  const askedAt = map.now();
  map.confirm(token, "e1");
  map.put([email], askedAt);
  expect(map.get("e1")?.read).toBe(true);
  map.put([email], map.now());
  expect(map.get("e1")?.read).toBe(false);
});

test("only those who watch a record are told of its change", () => {
  const map = mapWithEmail();
  map.put([{ ...email, id: "e2" }]);
  const told: string[] = [];
  map.subscribe("e1", () => told.push("e1"));
  const stop = map.subscribe("e2", () => told.push("e2"));
  map.put([{ ...email, id: "e2", read: true }]);
  stop();
  map.put([{ ...email, id: "e2", read: false }]);
  expect(told).toEqual(["e2"]);
});

test("memory: records on the screen and with open changes stay, the oldest others go", () => {
  const map = new RecordMap<TestEmail>();
  map.put(Array.from({ length: 100 }, (_, index) => ({ ...email, id: `e${index}` })));
  map.subscribe("e0", () => undefined);
  map.apply(Symbol(), "e1", read);
  map.trim(50);
  expect(map.size).toBe(40);
  expect([map.has("e0"), map.has("e1"), map.has("e2"), map.has("e99")]).toEqual([true, true, false, true]);
});

test("a change that is confirmed while its record is being loaded is laid over an answer from before it", () => {
  const map = new RecordMap<TestEmail>();
  const token = Symbol();
  const askedAt = map.now();
  map.apply(token, "e1", read);
  map.confirm(token, "e1");
  map.put([email], askedAt);
  expect(map.get("e1")).toEqual({ id: "e1", read: true, flag: false });
  // From after it: another client has marked it as unread again.
  map.put([email], map.now());
  expect(map.get("e1")).toEqual(email);
});
