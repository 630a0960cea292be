/** Emoji by the words that people type for them, Russian and English. */
import { replaceTyped, type CompletionSource } from "./completion.ts";

/** The sign, then its words; the first of each language is its name. */
const known = [
  "🙂 smile улыбка",
  "😀 grin радость",
  "😂 joy смех lol",
  "😉 wink подмигивание",
  "😊 blush румянец",
  "😍 love_eyes влюблён",
  "😘 kiss поцелуй",
  "😎 cool круто",
  "🤔 thinking думаю",
  "😐 neutral нейтрально",
  "😴 sleep сон",
  "😅 sweat неловко",
  "😢 cry слёзы слезы",
  "😭 sob плач",
  "😡 angry злость",
  "😱 scream ужас",
  "🤯 mind_blown взрыв_мозга",
  "🥳 party праздник",
  "🤗 hug объятия",
  "🤝 handshake рукопожатие",
  "👍 thumbsup хорошо like лайк plus",
  "👎 thumbsdown плохо дизлайк",
  "👌 ok ок",
  "👏 clap аплодисменты",
  "🙏 thanks спасибо please пожалуйста",
  "💪 strong сила",
  "👋 wave привет hello пока",
  "✌️ victory победа",
  "🤞 fingers_crossed удачи luck",
  "👀 eyes глаза",
  "❤️ heart сердце",
  "💔 broken_heart разбитое_сердце",
  "🔥 fire огонь",
  "✨ sparkles блеск",
  "⭐ star звезда",
  "🎉 tada ура hooray",
  "🎂 cake торт birthday",
  "🎁 gift подарок",
  "🎈 balloon шарик",
  "🌹 rose роза",
  "💐 bouquet букет",
  "🌞 sun солнце",
  "🌧️ rain дождь",
  "❄️ snow снег",
  "🌈 rainbow радуга",
  "☕ coffee кофе",
  "🍵 tea чай",
  "🍕 pizza пицца",
  "🍎 apple яблоко",
  "🍷 wine вино",
  "🍺 beer пиво",
  "🐱 cat кот кошка",
  "🐶 dog собака",
  "🚗 car машина",
  "✈️ plane самолёт самолет",
  "🚆 train поезд",
  "🏠 house дом",
  "🏢 office офис",
  "📞 phone телефон",
  "📧 email письмо",
  "📎 clip скрепка",
  "📌 pin кнопка",
  "📅 calendar календарь",
  "⏰ alarm будильник",
  "⏳ hourglass часы",
  "💡 idea идея",
  "📈 chart рост",
  "📉 decline падение",
  "💰 money деньги",
  "💳 card карта",
  "🛒 cart корзина",
  "🔑 key ключ",
  "🔒 lock замок",
  "⚠️ warning внимание",
  "❗ exclamation важно",
  "❓ question вопрос",
  "✅ check готово done",
  "❌ cross нет no",
  "➡️ right вправо",
  "⬅️ left влево",
  "⬆️ up вверх",
  "⬇️ down вниз",
  "🚀 rocket ракета",
  "🏆 trophy кубок",
  "⚽ football футбол",
  "🎵 music музыка",
  "📚 books книги",
  "✏️ pencil карандаш",
  "🖼️ picture картина",
  "🎄 christmas ёлка елка",
].map((line) => {
  const [sign = "", ...words] = line.split(" ");
  return { sign, words };
});

/** One letter is a face of signs, such as ":D" or ":п". */
const MIN_WORD = 2;
export const emoji: CompletionSource = {
  sign: ":",
  find(word) {
    if (word.length < MIN_WORD) return [];
    const wanted = word.toLowerCase();
    const found = known.flatMap(({ sign, words }) => {
      const match = words.find((each) => each.startsWith(wanted));
      return match === undefined ? [] : [{ sign, match }];
    });
    return found.map(({ sign, match }) => ({
      key: sign,
      label: `${sign} ${match.replaceAll("_", " ")}`,
      apply: (view, from, to) => replaceTyped(view, from, to, sign),
    }));
  },
};
