import type { Translation } from "../catalogue.ts";
import type { categories as russian } from "../ru/categories.ts";
import { initialRender } from "./initial-render.ts";

export const categories: Translation<typeof russian> = {
  ...initialRender.categories,
  choose: "Choose a category",
  group: "Category of the letter",
  none: "No category",
  quoted: "“{{word}}”",
  reason: {
    schema: "Marked by the sender: {{type}}",
    words: "Because of words in the letter: {{words}}",
    wordsAndSender: "Because of words in the letter: {{words}} and the sender {{sender}}",
    sender: "You chose this for {{address}}",
    person: "You chose this",
  },
  types: {
    Order: "an order",
    ParcelDelivery: "a delivery",
    Invoice: "an invoice",
    MoneyTransfer: "a transfer",
    FlightReservation: "a flight",
    TrainReservation: "a train",
    BusReservation: "a bus",
    BoatReservation: "a boat",
    LodgingReservation: "a place to stay",
    RentalCarReservation: "a rented car",
    TaxiReservation: "a taxi",
    ReservationPackage: "a journey",
    EventReservation: "an event",
    Ticket: "a ticket",
  },
};
