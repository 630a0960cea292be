/** Letters of none of the six categories, many of which speak of orders, tickets and money all the same. */
import { samples } from "../sample-message.ts";

export const negativeRu = [
  ...samples(null, "person", [
    [
      "Марина <marina.k@studio.example>",
      "Заказ торта",
      "Привет! Заказала торт на субботу, доставят к трём. С тебя 1 200 руб., переведи, когда сможешь.",
    ],
    [
      "Олег Петров <o.petrov@zavod.example>",
      "Счёт из ресторана",
      "Коллеги, вот сколько вышло за вчерашний ужин: 8 400 ₽ на шестерых. Номер карты тот же.",
    ],
    [
      "Света <sveta@domik.example>",
      "Билеты на поезд",
      "Смотри, есть билеты на 7 мая, плацкарт, 2 300 руб. Берём? Пароль от личного кабинета ты помнишь?",
    ],
    [
      "Дмитрий <d.orlov@buro.example>",
      "Договор и акт",
      "Добрый день! Посмотрите, пожалуйста, договор до пятницы. По оплате договоримся отдельно.",
    ],
    [
      "Тётя Люда <luda@dacha.example>",
      "Огород",
      "Здравствуй! Налоги на участок опять подняли, представляешь. А огурцы хорошие, приезжай за посылкой.",
    ],
    [
      "Никита <nikita@band.example>",
      "Концерт в субботу",
      "Билеты не нужны, вы в списке. Начало в восемь, вход со двора.",
    ],
    [
      "Вера <vera@school.example>",
      "Поездка с классом",
      "Едем в музей в четверг, сбор у школы в 8:30. Деньги на автобус и билеты соберём завтра, по 450 руб.",
    ],
    [
      "Павел <p.sidorov@firma.example>",
      "Командировка",
      "Забронируй мне, пожалуйста, отель на 3 июня и билет на самолёт туда и обратно.",
    ],
  ]),
  ...samples(null, "list", [
    [
      "Велодвор <news@velodvor.example>",
      "Скидки до 40% на всё для весны",
      "Закажите сегодня и получите бесплатную доставку! Итого экономия до 3 000 ₽. Промокод ВЕСНА.",
    ],
    [
      "Банк Север <promo@sever-bank.example>",
      "Кредит под 9%: решение за минуту",
      "Оформите заявку, и мы одобрим до 500 000 ₽. Ежемесячный платёж от 2 900 руб.",
    ],
    [
      "Авиа Юг <offers@aviayug.example>",
      "Билеты к морю от 2 990 ₽",
      "Распродажа на рейсы в Сочи и Анапу. Вылет в мае. Количество мест ограничено.",
    ],
    [
      "Афиша города <digest@afisha-goroda.example>",
      "Куда пойти в выходные",
      "Концерт группы «Тихий час», выставка кукол, спектакль «Дядя Ваня». Билеты от 500 рублей.",
    ],
    [
      "Бухгалтерия для ИП <blog@ip-buh.example>",
      "Что изменится в налогах с 1 января",
      "Разбираем новые ставки, вычеты и штрафы. Читайте в блоге.",
    ],
    [
      "Отели мира <news@oteli.example>",
      "Топ-10 гостиниц с видом на горы",
      "Забронируйте номер с завтраком и отменой без штрафа. Заезд в любой день.",
    ],
    [
      "Школа онлайн <news@shkola.example>",
      "Вебинар о деньгах: регистрация открыта",
      "Как вести бюджет и не брать кредитов. Среда, 19:00. Участие бесплатное.",
    ],
    [
      "Книгоед <digest@knigoed.example>",
      "Новинки ноября",
      "Десять книг, которые стоит заказать. Доставка курьером или в пункт выдачи.",
    ],
    [
      "Кофе-склад <hello@coffeesklad.example>",
      "Вы забыли товары в корзине",
      "Эфиопия, 1 кг, ждёт вас. Оформите заказ до вечера, и доставка за наш счёт.",
    ],
    [
      "Такси «Ветер» <promo@veter.example>",
      "Поездки за полцены",
      "Введите код ВЕТЕР50 и катайтесь дешевле до конца месяца.",
    ],
  ]),
  ...samples(null, "program", [
    [
      "Поддержка <support@hosting.example>",
      "Обращение 44120 закрыто",
      "Мы ответили на ваш вопрос. Оцените, пожалуйста, работу специалиста.",
    ],
    [
      "Календарь <calendar@office.example>",
      "Напоминание: планёрка в 10:00",
      "Переговорная 3. Участники: Вера, Олег, Дмитрий.",
    ],
    [
      "Погода <info@pogoda.example>",
      "Штормовое предупреждение",
      "Завтра ветер до 20 м/с, возможны задержки транспорта.",
    ],
    [
      "Соцсеть <notify@sotsset.example>",
      "Марина прокомментировала вашу фотографию",
      "«Какой закат! Где это?» Ответьте ей.",
    ],
    [
      "Трекер задач <robot@tracker.example>",
      "[ШОП-112] Кнопка «Заказать» не работает",
      "Олег назначил задачу на вас. Приоритет: высокий.",
    ],
    ["Опрос <opros@magazin.example>", "Как вам наш магазин?", "Ответьте на три вопроса. Это займёт минуту."],
    ["Школа 5 <info@school5.example>", "Родительское собрание", "Во вторник в 18:30, кабинет 12. Явка желательна."],
  ]),
];

export const negativeEn = [
  ...samples(null, "person", [
    [
      "Mary Hill <mary@hill.example>",
      "Cake order",
      "Hi! I ordered the cake, they deliver on Saturday. You owe me £12, no rush.",
    ],
    [
      "Tom Reed <t.reed@firm.example>",
      "Dinner receipt",
      "Hi all, last night came to $240 for six. I'll send the receipt to anyone who wants it.",
    ],
    [
      "Kim <kim@runners-home.example>",
      "Flights in May",
      "There are flights on the 14th for 80 each. Shall I book? What was the password for your account again?",
    ],
    [
      "D. Moss <d.moss@office.example>",
      "Contract draft",
      "Dear Ann, please find the draft attached. We can settle the payment terms on Friday.",
    ],
    [
      "Aunt Joan <joan@cottage.example>",
      "The garden",
      "Dear Sam, they put our property tax up again! The beans are fine though. Come and stay in June.",
    ],
    [
      "Nick <nick@theband.example>",
      "Gig on Saturday",
      "No tickets needed, you're on the list. Doors at eight, side entrance.",
    ],
    [
      "Vera <vera@school-trip.example>",
      "Museum trip",
      "We meet at the school at 8.30. Tickets and the bus are $9 each, cash please.",
    ],
    [
      "Paul <p.stone@company.example>",
      "Business trip",
      "Could you reserve a hotel for 3 June and a flight both ways? Thanks.",
    ],
  ]),
  ...samples(null, "list", [
    [
      "Bikeworks <news@bikeworks.example>",
      "Spring sale: up to 40% off",
      "Order today and shipping is free. Save $50 on your next purchase with code SPRING.",
    ],
    [
      "First Harbour Bank <offers@harbour-bank.example>",
      "A loan with your name on it",
      "Apply now for up to $20,000. Fixed monthly payment, decision in minutes.",
    ],
    [
      "Gull Air <deals@gull-air.example>",
      "Flights to the sun from £29",
      "Book by Sunday. Departures in May. Seats are limited.",
    ],
    [
      "What's On <digest@whats-on.example>",
      "Your weekend: gigs, shows, exhibitions",
      "The Tide at Arena Live, Lost Maps at the City Museum. Tickets from $10.",
    ],
    [
      "Taxwise <blog@taxwise.example>",
      "Five tax changes you should know",
      "New brackets, new deadlines, and how to avoid penalties. Read on.",
    ],
    [
      "Hotels Everywhere <news@hotels-everywhere.example>",
      "Ten hotels with a view",
      "Reserve a room with breakfast and free cancellation. Check in any day.",
    ],
    [
      "Money Class <news@money-class.example>",
      "Webinar: invoices that get paid",
      "Join us on Wednesday. Registration is free.",
    ],
    [
      "Paper Trail <digest@paper-trail.example>",
      "New notebooks are here",
      "Ten things worth ordering. Delivery in two days.",
    ],
    [
      "Kettle & Cup <hello@kettle-cup.example>",
      "You left something in your basket",
      "Your teapot is waiting. Complete your order by midnight and delivery is on us.",
    ],
    ["Hop <promo@hop-rides.example>", "Half price rides this week", "Use code HOP50 on your next three trips."],
  ]),
  ...samples(null, "program", [
    [
      "Support <support@hosting-co.example>",
      "Ticket #44120 has been solved",
      "We replied to your question. Please rate our service.",
    ],
    ["Calendar <calendar@workplace.example>", "Reminder: stand-up at 10:00", "Room 3. Guests: Ann, Tom, Kim."],
    [
      "Weather <alerts@weather.example>",
      "Storm warning for tomorrow",
      "Gusts up to 60 mph. Trains and flights may be delayed.",
    ],
    [
      "Friendly <notify@friendly.example>",
      "Mary commented on your photo",
      "“What a sunset! Where is this?” Reply to her.",
    ],
    [
      "Tracker <robot@tracker-co.example>",
      "[SHOP-112] Checkout button does not work",
      "Tom assigned this issue to you. Priority: high.",
    ],
    ["Survey <survey@homeware.example>", "How did we do?", "Answer three questions. It takes a minute."],
    ["School 5 <info@school-five.example>", "Parents' evening", "Tuesday at 6.30 pm, room 12. Please come."],
  ]),
];
