/** The examples of RFC 7616 §3.9, the last with erratum 4897. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DigestAnswers, digestChallenge, mayBeBasic, takesNoPassword } from "./digest.ts";

const md5 = `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5,
  nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
const sha256 = md5.replace("MD5", "SHA-256");
const mufasa = { username: "Mufasa", password: "Circle of Life" };
const clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";

const responseTo = (field: string, login = mufasa, nonce = clientNonce, target = "/dir/index.html"): string =>
  new DigestAnswers(login, digestChallenge(field)!, nonce).authorization("GET", target);

describe("[7616 §3.9]", () => {
  test.each([
    ["MD5", md5, "8ca523f5e9506fed4657c9700eebdbec"],
    ["SHA-256", sha256, "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
    ["the stronger of both", `${md5}, ${sha256}`, "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
    ["beside other schemes", `Negotiate, Basic realm="a, \\"b\\"", ${md5}`, "8ca523f5e9506fed4657c9700eebdbec"],
  ])("%s", (_, field, response) => {
    expect(responseTo(field)).toContain(`response="${response}"`);
  });

  test("a name that is hidden, in another alphabet", () => {
    const field = `Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256,
      nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS",
      charset=UTF-8, userhash=true`;
    const login = { username: "J\u00e4s\u00f8n Doe", password: "Secret, or not?" };
    const answer = responseTo(field, login, "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v", "/doe.json");
    expect(answer).toContain(
      'username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", userhash=true',
    );
    expect(answer).toContain('response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"');
  });
});

test("requests are counted, and what is in quotes stays there", () => {
  const field = String.raw`Digest realm="a \"b\"", nonce="n", qop=auth`;
  const answers = new DigestAnswers({ username: 'an"na', password: "p" }, digestChallenge(field)!);
  expect(answers.authorization("GET", "/")).toContain(String.raw`username="an\"na", realm="a \"b\""`);
  expect(answers.authorization("GET", "/")).toContain("nc=00000002");
  const other = new DigestAnswers({ username: "Ёж", password: "p" }, digestChallenge(field)!);
  expect(other.authorization("GET", "/")).toContain("username*=UTF-8''%D0%81%D0%B6,");
});

const octets = (text: string): string => Buffer.from(text).toString("latin1");
const md5Of = (text: string): string => createHash("md5").update(text).digest("hex");

test("[7616 §4] a realm outside ASCII is hashed and sent back as the octets that came", () => {
  const login = { username: "Анна", password: "пароль" };
  const field = octets('Digest realm="Контакты", nonce="né", opaque="ö", qop="auth"');
  const answer = responseTo(field, login, "c", "/");
  const expected = md5Of(`${md5Of("Анна:Контакты:пароль")}:né:00000001:c:auth:${md5Of("GET:/")}`);
  expect(answer).toContain(`response="${expected}"`);
  expect(answer).toContain(octets('realm="Контакты"'));
  expect(answer).toContain(octets('opaque="ö"'));
});

test.each([
  ["Basic", true],
  ['Digest realm="a", Basic realm="b"', true],
  [undefined, true],
  ['Digest realm="a", nonce="n", qop="auth"', false],
  ["Negotiate", false],
])("whether it may be Basic: %s", (field, isSo) => {
  expect(mayBeBasic(field)).toBe(isSo);
});

test.each([
  ['Bearer realm="https://accounts.example/"', true],
  ["Negotiate YII=, NTLM", true],
  ['Bearer realm="a", Basic realm="b"', false],
  ['Digest realm="a"', false],
  [undefined, false],
])("whether passwords are taken at all: %s", (field, isSo) => {
  expect(takesNoPassword(field)).toBe(isSo);
});

test.each([
  undefined,
  "",
  'Basic realm="a"',
  'Digest realm="a", nonce="n"',
  'Digest realm="a", nonce="n", qop="auth-int"',
  'Digest realm="a", nonce="n", qop="auth", algorithm=SHA-1',
  'Digest nonce="n", qop="auth"',
])("nothing that can be answered: %s", (field) => {
  expect(digestChallenge(field)).toBeUndefined();
});
