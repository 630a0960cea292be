/** A Vitest reporter for the summary of `npm test` (test-report.mjs). */
import { writeFileSync } from "node:fs";
import { reasonIn } from "./test-report.mjs";

export default class UnitReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = [];
    for (const module of modules) {
      const file = module.relativeModuleId;
      // A file that could not be loaded has no test that failed.
      for (const { message } of module.errors())
        tests.push({ name: `${file}: ${message}`, state: "failed", seconds: 0 });
      for (const test of module.children.allTests()) {
        const { duration = 0, flaky = false } = test.diagnostic() ?? {};
        // The errors of earlier tries are kept where a later one passes.
        const { state, errors } = test.result();
        tests.push({
          name: `${file} › ${test.fullName}`,
          state: flaky ? "flaky" : state,
          seconds: duration / 1000,
          reason: reasonIn(errors?.[0]?.message),
        });
      }
    }
    for (const { message } of unhandledErrors) tests.push({ name: message, state: "failed", seconds: 0 });
    writeFileSync("node_modules/.cache/unit.json", JSON.stringify(tests));
  }
}
