// @vitest-environment jsdom
import { expect, test } from "vitest";
import { nearHostsOf } from "./near-hosts.ts";

const known = ["mail.firmware.example", "gmail.com", "shop.co.uk"];

test.each([
  ["www.firnware.example", "firmware.example"],
  ["firmwaer.example", "firmware.example"],
  ["xn--firmwre-9wa.example", "firmware.example"],
  ["click.shopp.co.uk", "shop.co.uk"],
])("%s comes near to %s", (host, site) => {
  expect(nearHostsOf(["shop.co.uk", host], known)).toEqual([{ host, known: site }]);
});

test.each(["firmware.example", "news.FIRMWARE.example", "elsewhere.example", "firmware.example.attack.test", "[::1]"])(
  "%s does not",
  (host) => {
    expect(nearHostsOf([host], known)).toEqual([]);
  },
);

test("of two known ones neither is taken for the other", () => {
  expect(nearHostsOf(["mail.com", "gmail.com"], ["mail.com", "gmail.com"])).toEqual([]);
});
