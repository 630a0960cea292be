import type { DeliveryStatus } from "@pismo/jmap";
import { expect, test } from "vitest";
import { undeliveredIn } from "./undelivered.ts";

const sent = (delivered: Record<string, DeliveryStatus["delivered"]>) => ({
  deliveryStatus: Object.fromEntries(
    Object.entries(delivered).map(([address, how]): [string, DeliveryStatus] => [
      address,
      { smtpReply: "550 5.1.1 Unknown", delivered: how, displayed: "unknown" },
    ]),
  ),
});

test("the last letter to an address says whether it takes letters; one on its way says nothing", () => {
  const submissions = [
    sent({ "Anna@mail.example": "queued", "boris@mail.example": "yes" }),
    sent({ "anna@MAIL.example": "no", "boris@mail.example": "no", "clara@mail.example": "unknown" }),
    sent({ "anna@mail.example": "yes", "clara@mail.example": "no" }),
    { deliveryStatus: null },
  ];
  expect(undeliveredIn(submissions)).toEqual(new Set(["anna@mail.example"]));
});
