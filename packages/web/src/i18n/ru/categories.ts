import { initialRender } from "./initial-render.ts";

export const categories = {
  ...initialRender.categories,
  choose: "Выбрать категорию",
  group: "Категория письма",
  none: "Без категории",
  quoted: "«{{word}}»",
  reason: {
    schema: "Так указал отправитель: {{type}}",
    words: "По словам в письме: {{words}}",
    wordsAndSender: "По словам в письме: {{words}} и по отправителю {{sender}}",
    sender: "Вы выбрали её для отправителя {{address}}",
    person: "Категорию выбрали вы",
  },
  types: {
    Order: "заказ",
    ParcelDelivery: "доставка",
    Invoice: "счёт",
    MoneyTransfer: "перевод",
    FlightReservation: "авиарейс",
    TrainReservation: "поезд",
    BusReservation: "автобус",
    BoatReservation: "теплоход",
    LodgingReservation: "гостиница",
    RentalCarReservation: "аренда машины",
    TaxiReservation: "такси",
    ReservationPackage: "поездка",
    EventReservation: "мероприятие",
    Ticket: "билет",
  },
};
