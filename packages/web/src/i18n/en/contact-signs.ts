export const contactSigns = {
  add: "Add to contacts",
  added: "Added to contacts: {{name}}",
  show: "Contact: {{name}}",
};
