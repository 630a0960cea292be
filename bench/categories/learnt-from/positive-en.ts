/** English letters of the six categories. */
import { samples } from "../sample-message.ts";

export const positiveEn = [
  ...samples("orders", "program", [
    [
      "Kettle & Cup <hello@kettle-cup.example>",
      "We've got your order",
      "Hi Sam, order 88120 is in. One teapot, two cups. Total £42.50. We'll email again when it ships.",
    ],
    [
      "Bikeworks <sales@bikeworks.example>",
      "Your package is on its way",
      "Carrier: Northline. Tracking number NL55120. Expected Thursday.",
    ],
    [
      "Garden Gate <noreply@garden-gate.example>",
      "Delivered: your parcel was left with a neighbour",
      "Two bags of soil. Something wrong? Tell us within 14 days.",
    ],
    [
      "Paper Trail <orders@paper-trail.example>",
      "Order #PT-3391 cancelled",
      "As you asked, we cancelled your order. You were not charged.",
    ],
    [
      "Lumen <support@lumen.example>",
      "Ready for collection",
      "Your order 7710 is waiting at our Bridge Street shop. Bring this email and some ID.",
    ],
    [
      "Threadbare <team@threadbare.example>",
      "Receipt for your purchase",
      "Thanks for shopping with us! Linen shirt, M, $38. Shipping $5. Sent to 4 Mill Lane.",
    ],
    [
      "Homeware <info@homeware.example>",
      "Your return has arrived",
      "We received the lamp you sent back for order 2201. The refund will follow in a few days.",
    ],
  ]),
  ...samples("finances", "program", [
    [
      "First Harbour Bank <alerts@harbour-bank.example>",
      "Your October statement is ready",
      "Sign in to see it. Closing balance: $2,410.77.",
    ],
    [
      "Cloudhost <billing@cloudhost.example>",
      "Invoice INV-20041 for October",
      "Amount due: €19.00. We will charge the card ending in 4471 on 5 November.",
    ],
    [
      "Payfriend <service@payfriend.example>",
      "You've received £25.00 from Tom Reed",
      "Note: pizza. The money is in your balance.",
    ],
    [
      "City Water <customerservice@city-water.example>",
      "Your water bill is available",
      "Account 55120. Amount: $48.12. Due 21 November.",
    ],
    [
      "First Harbour Bank <alerts@harbour-bank.example>",
      "A payment of $120.00 was made from your account",
      "Payee: Green Gym. If you don't recognise it, call us.",
    ],
    [
      "Studio North <accounts@studio-north.example>",
      "Payment reminder: invoice 118",
      "Our records show that invoice 118 for £640 is now seven days overdue.",
    ],
    [
      "Newsroom <no-reply@newsroom.example>",
      "Your subscription has been renewed",
      "We charged $8.00 to your Visa. Your next billing date is 3 December.",
    ],
  ]),
  ...samples("registrations", "program", [
    [
      "Boardgamers <no-reply@boardgamers.example>",
      "Please confirm your email address",
      "One click and you are in. The link is good for 24 hours.",
    ],
    [
      "Codebin <noreply@codebin.example>",
      "Your sign-in code is 220 918",
      "It expires in ten minutes. Don't share it with anyone.",
    ],
    [
      "Photobox <security@photobox.example>",
      "New sign-in from Firefox on Linux",
      "Was this you? If not, secure your account now.",
    ],
    [
      "Runners <hello@runners.example>",
      "Your account is ready",
      "Thanks for signing up, Kim. Your username is kim_runs.",
    ],
    [
      "Jobs Nearby <noreply@jobs-nearby.example>",
      "Forgot your password?",
      "No worries. Choose a new one here. If you didn't ask for this, ignore this email.",
    ],
    [
      "Library <accounts@library.example>",
      "Activate your library account",
      "Set a password within seven days to start borrowing.",
    ],
    [
      "Notes <team@notes.example>",
      "Your password was changed",
      "This happened today at 14:02. If it wasn't you, contact support at once.",
    ],
  ]),
  ...samples("travelings", "program", [
    [
      "Gull Air <noreply@gull-air.example>",
      "Booking confirmed: GX7LQ2",
      "Bristol to Porto, 14 May, departs 06:40, arrives 09:05. Passenger: Ms K. Lee. One cabin bag.",
    ],
    [
      "Hotel Lighthouse <stay@hotel-lighthouse.example>",
      "Your reservation at Hotel Lighthouse",
      "Two nights from 3 June, double room, breakfast included. Check-in from 3 pm.",
    ],
    [
      "Coast Rail <tickets@coast-rail.example>",
      "Your tickets to Edinburgh",
      "Train departs London 10:00, coach C, seat 41. Collect at the station with this code.",
    ],
    [
      "Gull Air <noreply@gull-air.example>",
      "Time to check in for GA 204",
      "Your boarding pass will be ready as soon as you choose a seat.",
    ],
    [
      "Hop <receipts@hop-rides.example>",
      "Your Tuesday trip with Hop",
      "Mill Lane to Central Station, 12 minutes, 3.1 miles. Fare £9.40. Your driver was Ana.",
    ],
    [
      "Wheelhouse <bookings@wheelhouse.example>",
      "Car hire confirmation 661-204",
      "Pick-up: airport, 1 July 10:00. Return: 8 July. Group B. Bring your licence.",
    ],
    [
      "Nestaway <automated@nestaway.example>",
      "Pack your bags! Your stay is coming up",
      "Cottage by the lake, check-in Friday 4 pm, check-out Sunday 11 am. Your host is Mary.",
    ],
  ]),
  ...samples("tickets", "program", [
    [
      "Box Office <tickets@playhouse.example>",
      "Your tickets: The Long Winter",
      "Saturday 7.30 pm, stalls, row F, seats 12 and 13. Show this on your phone at the door.",
    ],
    [
      "Odeum Cinema <noreply@odeum.example>",
      "Enjoy the film!",
      "Booking 5512: Dune Road, screen 4, 18:20, seats G6, G7. Scan the QR code at the entrance.",
    ],
    [
      "Arena Live <info@arena-live.example>",
      "Order confirmation: 2 tickets for The Tide",
      "Doors 7 pm, general admission. Your e-tickets are attached.",
    ],
    [
      "City Museum <visit@city-museum.example>",
      "Your admission for Sunday",
      "Two adult tickets for the exhibition Lost Maps, entry 11:00 to 11:30.",
    ],
    [
      "Meetuply <events@meetuply.example>",
      "You're going to DevDay 2026",
      "Your ticket is attached. Venue: Old Brewery. Doors open at 9.",
    ],
    [
      "United FC <tickets@united-fc.example>",
      "Match ticket: United v Rovers",
      "Block 112, row 20, seat 7. Turnstile C. Kick-off 3 pm.",
    ],
    [
      "Opera House <boxoffice@opera.example>",
      "Your performance has moved",
      "La Traviata on 4 May is now on 6 May. Your tickets stay valid; seats are the same.",
    ],
  ]),
  ...samples("fines", "program", [
    [
      "Northport Parking <notices@parking.example>",
      "Penalty Charge Notice NP004410",
      "Parked without payment, High Street. £70, or £35 if you pay within 14 days.",
    ],
    ["Revenue Service <no-reply@revenue.example>", "Your tax return is due", "File by 31 January to avoid a penalty."],
    [
      "City Council <counciltax@city-council.example>",
      "Your council tax bill 2026/27",
      "Band C. £1,640.12 in ten instalments, the first due 1 April.",
    ],
    [
      "Toll Road <violations@toll-road.example>",
      "Unpaid toll violation notice",
      "Vehicle KX12, 3 November. Toll $4.50 plus administrative fee $25.00.",
    ],
    [
      "County Court <clerk@county-court.example>",
      "Traffic citation 8812: payment received",
      "You paid $120.00 for citation 8812. The case is closed.",
    ],
    [
      "Revenue Service <no-reply@revenue.example>",
      "Your tax refund is on its way",
      "We have calculated a refund of $312.00 for the tax year 2025.",
    ],
    [
      "Central Library <overdue@central-library.example>",
      "You have a fine of $3.20",
      "Two books are overdue. Please return them and settle the fine at the desk.",
    ],
  ]),
];
