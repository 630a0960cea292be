/** English letters that the rules have never been changed for. */
import { samples } from "../sample-message.ts";

export const heldOutEnglish = [
  ...samples("orders", "program", [
    [
      "Pharmacy Plus <orders@pharmacy-plus.example>",
      "Your prescription order is ready",
      "Pick it up at 8 High Street before 9 pm. Order PP-5582, $12.10 to pay.",
    ],
    [
      "Toybox <noreply@toybox.example>",
      "We've shipped your purchase",
      "The Bridge building set is on the way with Fast Post. Track it: TB77120.",
    ],
    [
      "Flowers Today <hello@flowers-today.example>",
      "Your bouquet was delivered",
      "Order 3310 was handed to the recipient at 12:40. Thank you for choosing us!",
    ],
    [
      "Toolshed <info@toolshed.example>",
      "Order confirmation",
      "You ordered: spade x1, bucket x2. Total £31.00. We will call you.",
    ],
  ]),
  ...samples("finances", "program", [
    [
      "Anchor Bank <alerts@anchor-bank.example>",
      "Card purchase of $56.00",
      "Card 7711 at Fuel 12. Available balance: $1,802.40.",
    ],
    [
      "County Gas <noreply@county-gas.example>",
      "Your gas bill for October",
      "Usage 41 units. Amount due £41.23 by 20 November.",
    ],
    [
      "Anchor Bank <alerts@anchor-bank.example>",
      "Direct deposit received",
      "$2,613.00 from Works Ltd is now in your account.",
    ],
    [
      "Web Studio <accounts@web-studio.example>",
      "Invoice for November",
      "Hello, please find attached invoice 77 for $3,000. Payable within 14 days.",
    ],
  ]),
  ...samples("registrations", "program", [
    [
      "Recipes <noreply@recipes.example>",
      "Finish signing up",
      "Press the button to confirm your address and start saving recipes.",
    ],
    [
      "Gameworld <security@gameworld.example>",
      "Login attempt blocked",
      "Someone tried to log in to your account from Leeds. Change your password if this wasn't you.",
    ],
    ["Openings <robot@openings.example>", "Your password has been changed", "If you did not do this, contact support."],
    ["Carshare <app@carshare.example>", "Code: 7712", "Enter this verification code in the app. Never share it."],
  ]),
  ...samples("travelings", "program", [
    [
      "Swift Air <booking@swift-air.example>",
      "Your trip to Lisbon",
      "Booking reference SWR7Q1. Flight SW 331, 20 August, departs 11:10, terminal D.",
    ],
    [
      "Seaside B&B <host@seaside.example>",
      "Reservation received",
      "Room with balcony, 4 nights from 5 July. Deposit of £60 paid. See you soon!",
    ],
    [
      "Trainline North <noreply@trains-north.example>",
      "Order 8812003: your train tickets",
      "London to Leeds, coach B, seats 3 and 5. Departs 18:05.",
    ],
    [
      "City Cabs <receipts@city-cabs.example>",
      "Thanks for riding with us",
      "Mill Street 1 to Airport. 34 minutes, $28.00. Rate your driver.",
    ],
  ]),
  ...samples("tickets", "program", [
    [
      "Concert Hall <boxoffice@concert-hall.example>",
      "Tickets for the organ concert",
      "Order 2201. Row D, seats 11 and 12. Starts at 7 pm, latecomers are not admitted.",
    ],
    [
      "Rooftop Cinema <hello@rooftop.example>",
      "Your cinema tickets",
      "Summer, 9.30 pm. Two seats, blankets provided. Show this QR code.",
    ],
    [
      "Space Museum <visit@space-museum.example>",
      "Your museum ticket",
      "Visit on 8 May between 12 and 1 pm. One adult, $14.",
    ],
    [
      "Rovers FC <tickets@rovers.example>",
      "Your season card and match ticket",
      "North Stand, block 7, row 15, seat 40. Gates open two hours before kick-off.",
    ],
  ]),
  ...samples("fines", "program", [
    [
      "City Portal <noreply@city-services.example>",
      "Fine for unpaid toll road use",
      "Notice of 9 November. $75. Pay within 60 days.",
    ],
    ["Tax Office <info@tax-office-two.example>", "Your property tax bill", "Parcel 6. $412 for 2026, due 1 December."],
    [
      "Court Services <robot@court-services.example>",
      "Overdue penalty referred for enforcement",
      "Case 7712/25, outstanding amount $220.",
    ],
    [
      "Tax Office <info@tax-office-two.example>",
      "Your tax refund claim has been processed",
      "$312 will be paid to your account within a month.",
    ],
  ]),
  ...samples(null, "person", [
    [
      "Julia <julia@home-bakery.example>",
      "Bread for Saturday",
      "Hi! Got your order: two rye and a baguette. Pay when we meet, as usual.",
    ],
    [
      "S. Elliott <s.elliott@design-office.example>",
      "Expenses",
      "Dear all, please hand in receipts and travel expenses by Friday.",
    ],
    [
      "Rita <rita@choir.example>",
      "Tickets",
      "I got us tickets for Thursday, I forget the row. Meet you at the entrance at seven!",
    ],
    ["Igor <igor@hike.example>", "Hike", "The train is at 7:10, any coach. I bring the tents, Alex brings the pot."],
  ]),
  ...samples(null, "list", [
    ["Toolshed <news@toolshed.example>", "30% off spades", "Order before the weekend. Free pickup, delivery from $5."],
    [
      "Anchor Bank <offers@anchor-bank.example>",
      "Savings at up to 5%",
      "Open an account online. Interest paid every month, no fees.",
    ],
    [
      "Swift Air <mail@swift-air.example>",
      "Autumn in Lisbon from £39",
      "Return flights with a bag included. Book by Sunday.",
    ],
    [
      "Concert Hall <news@concert-hall.example>",
      "November concerts",
      "Organ, string quartet and a children's choir. Tickets from $15.",
    ],
    [
      "Plain Taxes <news@plain-taxes.example>",
      "Tax calendar for December",
      "Deadlines, returns and late penalties in one table.",
    ],
    [
      "Recipes <digest@recipes.example>",
      "Five soups of the week",
      "Pumpkin, mushroom and three more. Save them in your account.",
    ],
  ]),
  ...samples(null, "program", [
    [
      "Reviews <ask@shop-reviews.example>",
      "Tell us about your purchase",
      "How is the spade? Your review helps others.",
    ],
    [
      "House Chat <robot@house-chat.example>",
      "New message from a neighbour",
      "“Who left an umbrella by the lift?” Open the chat to answer.",
    ],
    ["Library <info@town-library.example>", "New on our shelves", "Crime novels and books about the sea."],
    [
      "Monitoring <alert@monitoring-co.example>",
      "Server is down",
      "Check app-1 failed three times in a row. Since 04:12.",
    ],
  ]),
];
