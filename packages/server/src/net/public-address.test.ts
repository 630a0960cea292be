import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { isPublicAddress, publicLookup } from "./public-address.ts";

test.each(["93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1", "2a00:1450::1"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.0.1",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a00:1",
  "::ffff:0:10.0.0.1",
  "0:0:0:0:0:ffff:7f00:0001",
  "64:ff9b::a00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:10::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
])("%s is not", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["", "example.org", "2130706433", "0x7f.1", "010.0.0.1", "127.1", "[::1]"])(
  "%j is no address at all",
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test("no address of this machine is public", () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(isPublicAddress)).toEqual([]);
});

test("a name that leads to this machine is not connected to", async () => {
  const error = await new Promise((resolve) => publicLookup("localhost", { all: true }, resolve));
  expect(String(error)).toContain("inside a private network");
});
