/** English letters of the second round. */
import { samples } from "../sample-message.ts";

export const secondEn = [
  ...samples("orders", "program", [
    [
      "Cheesery <hello@cheesery.example>",
      "Good news, your cheese has left the cellar",
      "Hi Ann, we handed your parcel to the courier this morning. Tracking: CH00812. It should reach you in three days.",
    ],
    [
      "Marketplace <auto@market-place.example>",
      "Out for delivery: 2 items",
      "Your driver will be with you between 2 pm and 4 pm. Order 114-8837201.",
    ],
    [
      "Slice <order@slice-pizza.example>",
      "We're making your pizza",
      "Order 51: Four Cheese, large. Total $19.40. Estimated delivery 7:15 pm.",
    ],
    [
      "Fabric Shop <care@fabric-shop.example>",
      "Thank you for your purchase, Ann",
      "Payment received. Linen 3 m, thread x2. We ship tomorrow by post.",
    ],
  ]),
  ...samples("finances", "list", [
    [
      "Wave Bank <alert@wave-bank.example>",
      "Transfer received",
      "Anna K. sent you £50.00. Your new balance is £212.10.",
    ],
    [
      "House Management <bills@house-mgmt.example>",
      "Your November bill",
      "Account 4410291. Please pay $168.12 by 25 November. View the PDF.",
    ],
  ]),
  ...samples("finances", "program", [
    [
      "Hosting Plus <robot@hosting-plus.example>",
      "Payment failed",
      "We could not charge your card ending 7781 for the amount of €9.00. Update your payment method to keep your site online.",
    ],
    [
      "Shield Insurance <policy@shield.example>",
      "Your policy documents",
      "Car insurance policy XX0012345 starts on 1 December. Premium paid: $412.00.",
    ],
  ]),
  ...samples("registrations", "program", [
    [
      "Sleeptracker <app@sleep.example>",
      "4417 is your verification code",
      "It is valid for 5 minutes. If you didn't request it, you can ignore this email.",
    ],
    [
      "Fabric Shop <care@fabric-shop.example>",
      "Welcome, Ann!",
      "You created an account at Fabric Shop. Log in to see your orders and save your addresses.",
    ],
    [
      "City Portal <no-reply@city-portal.example>",
      "Account recovery",
      "To choose a new password, follow the link. It expires in one hour.",
    ],
    [
      "Radio Hams <admin@radio-hams.example>",
      "Your registration has been approved",
      "You can now sign in as qrz77 and post in the forum.",
    ],
  ]),
  ...samples("travelings", "program", [
    [
      "Budget Wings <no-reply@budget-wings.example>",
      "Schedule change for flight BW 402",
      "New departure time 08:55 instead of 07:40. Accept it or ask for a refund.",
    ],
    [
      "Staybook <noreply@staybook.example>",
      "Thanks! Your booking at Hotel Youth is confirmed",
      "Confirmation number 3341902. Check-in Fri 12 June, check-out Sun 14 June. Price $210, pay at the property.",
    ],
    [
      "Regional Rail <app@regional-rail.example>",
      "Your ticket: Leeds to York",
      "3 July, train 7102, any seat. Show the QR code at the barrier.",
    ],
    [
      "Sunny Tours <agent@sunny-tours.example>",
      "Your travel documents",
      "Attached: hotel voucher, flights and insurance. The transfer will meet you at arrivals.",
    ],
  ]),
  ...samples("tickets", "program", [
    [
      "River Theatre <noreply@river-theatre.example>",
      "Order 4410: tickets for The Inspector",
      "16 November, 6 pm. Balcony, row 2, seats 5 to 7. Total $90. Tickets attached.",
    ],
    [
      "Laugh Club <hi@laugh-club.example>",
      "See you tomorrow!",
      "A reminder of your tickets for the open mic night. Show starts at 8, doors 7.15. Bring this email.",
    ],
    [
      "City Zoo <tickets@city-zoo.example>",
      "Your entry tickets",
      "Adult x1, child x2. Valid any day until 31 December. No need to print.",
    ],
    [
      "Ice Arena <info@ice-arena.example>",
      "The match has been rescheduled",
      "Blizzard v Frost is now on 9 December. Your tickets remain valid for the same section and row.",
    ],
  ]),
  ...samples("fines", "program", [
    [
      "Traffic Office <no-reply@traffic-office.example>",
      "Notice of infringement",
      "Red light, 4 November. The fine is $250. Pay within 20 days or dispute it online.",
    ],
    [
      "Tax Office 46 <office@tax-office.example>",
      "You owe property tax",
      "Outstanding: $310.00 and interest of $2.10. Please settle it by 1 December.",
    ],
    [
      "Plate Alerts <alert@plate-alerts.example>",
      "1 unpaid parking ticket found",
      "No-stopping zone, $65. Photos are in the app.",
    ],
    [
      "Mytax <app@mytax.example>",
      "Self assessment: payment on account due 31 July",
      "Amount: £620.40. Pay online with your reference.",
    ],
  ]),
  ...samples(null, "person", [
    [
      "Iris <iris@workshop.example>",
      "about your order",
      "Good morning! Your table is nearly ready, only the varnish is missing. Come on Friday after six.",
    ],
    [
      "Kit <kit@quartet.example>",
      "rehearsal",
      "The tickets are all sold! Rehearsal is on Wednesday, Mark has the keys.",
    ],
    [
      "Mum <mum@family.example>",
      "Sent you some money",
      "Darling, I sent fifty to your account, buy winter boots. I paid the electricity bill too.",
    ],
    [
      "Lena Young <l.young@agency.example>",
      "Business card draft",
      "Paul, please see version two. The phone number is fixed, the logo is larger.",
    ],
    [
      "Gene <gene@garage.example>",
      "Got a fine",
      "That camera on Mill Lane again. Be careful there, and don't forget the inspection.",
    ],
  ]),
  ...samples(null, "list", [
    [
      "Marketplace <promo@market-place.example>",
      "Picked for you",
      "Items you viewed are cheaper now. Add them to your order before midnight and earn points.",
    ],
    [
      "Wave Bank <news@wave-bank.example>",
      "10 % cashback in November",
      "Choose your categories in the app. Free card, free transfers.",
    ],
    [
      "Budget Wings <deals@budget-wings.example>",
      "Let's fly! Fares from $19",
      "Weekend trips to Lisbon, Rome and Oslo. Book by Friday.",
    ],
    [
      "River Theatre <news@river-theatre.example>",
      "December at the theatre",
      "The Storm, fairy tales for children and an evening of songs. Tickets at the box office.",
    ],
    [
      "Lawyer Online <blog@lawyer.example>",
      "Got a speeding fine? Do this",
      "Three ways to appeal, and a letter to copy.",
    ],
    [
      "Sunny Tours <news@sunny-tours.example>",
      "Early bird summer is open",
      "Beach hotels, flights from your city. Extra discount for returning guests.",
    ],
    [
      "Sleeptracker <news@sleep.example>",
      "Your week of sleep",
      "You slept 7 hours on average. See our tips in the app.",
    ],
  ]),
  ...samples(null, "program", [
    [
      "Doorbell <app@doorbell.example>",
      "Someone rang your door",
      "Today at 12:04. The recording is kept for three days.",
    ],
    ["HR <hr@works.example>", "Leave request approved", "From 3 to 16 July. You will get the form to sign."],
    [
      "Marketplace <care@market-place.example>",
      "The seller answered your question",
      "“Yes, the lid comes off.” Your question was about Enamel Kettle.",
    ],
    [
      "Drive <robot@drive.example>",
      "You are running out of space",
      "9.6 GB of 10 GB used. Delete something or get more.",
    ],
  ]),
];
