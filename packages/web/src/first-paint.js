// Before the first paint, so that nobody sees the page in the wrong colours. The build puts it into the page.
(function () {
  // Every theme and its header, which colours the browser's own bars; a test compares them with the themes' pages.
  var headers = {
    white: "#ffffff",
    dark: "#232324",
    anime: "#231a47",
    brown: "#462c20",
    gray: "#3d3d3d",
    violet: "#472749",
    darkBlue: "#282e53",
    blue: "#3f4faa",
    pink: "#b20c53",
    orange: "#9d4000",
    green: "#10652f",
    teal: "#aaddd7",
    beige: "#ebe3d7",
    cream: "#fffaed",
    celery: "#ebf6d8",
    sea: "#e5f9ff",
    purple: "#dfdefb",
    lightGray: "#e9ebee",
    red: "#990d13",
  };
  var root = document.documentElement;
  try {
    var theme = localStorage.getItem("theme");
    var lang = localStorage.getItem("lang");
    if (theme && Object.hasOwn(headers, theme)) root.dataset.theme = theme;
    if (lang === "ru" || lang === "en") root.lang = lang;
  } catch {
    // Storage is closed to us: the server's defaults stay.
  }
  document.querySelector("meta[name='theme-color']").content = headers[root.dataset.theme];
})();
