// Before the first paint, so that nobody sees the page in the wrong colours. A file of its own because the
// content security policy allows no inline script.
(function () {
  try {
    var theme = localStorage.getItem("theme");
    var lang = localStorage.getItem("lang");
    if (theme && /^\w+$/.test(theme)) document.documentElement.dataset.theme = theme;
    if (lang === "ru" || lang === "en") document.documentElement.lang = lang;
  } catch {
    // Storage is closed to us: the defaults stay.
  }
})();
