import { expect, test } from "vitest";
import { networks } from "../setting-values.ts";
import { addressOf, type RequestFacts } from "./request-origin.ts";

const names = { host: "0.0.0.0", publicUrl: "https://mail.example.org", devOrigin: undefined };
const of = (peer: string, forwardedFor?: string) => addressOf({ peer, forwardedFor } as RequestFacts, names);

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unix:", "unix:"],
])("tries from %s count for %s: nobody has one address of IPv6 alone", (peer, network) => {
  expect(of(peer)).toBe(network);
  expect(of("127.0.0.1", `203.0.113.9, ${peer}`)).toBe(network);
});

test("X-Forwarded-For counts only from the proxy on this machine, by its last entry", () => {
  expect(of("192.0.2.7", "203.0.113.9")).toBe("192.0.2.7");
  expect(of("127.0.0.1", "203.0.113.9, 198.51.100.3")).toBe("198.51.100.3");
});

test("it counts from proxies that the settings name too, through several of them", () => {
  const trusted = { ...names, trustedProxies: networks("10.0.0.2, 192.168.0.0/16, 2001:db8:5::/48") };
  const through = (peer: string, forwardedFor?: string) => addressOf({ peer, forwardedFor } as RequestFacts, trusted);
  expect(through("10.0.0.2", "203.0.113.9, 198.51.100.3")).toBe("198.51.100.3");
  expect(through("::ffff:10.0.0.2", "198.51.100.3")).toBe("198.51.100.3");
  expect(through("2001:db8:5::7", "198.51.100.3, 192.168.7.1, 127.0.0.1")).toBe("198.51.100.3");
  expect(through("10.0.0.3", "198.51.100.3")).toBe("10.0.0.3");
  expect(through("10.0.0.2", "192.168.7.1")).toBe("192.168.7.1");
  expect(through("10.0.0.2")).toBe("10.0.0.2");
});
