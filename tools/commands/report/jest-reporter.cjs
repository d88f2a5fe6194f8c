const path = require('node:path');

const REPO = path.resolve(__dirname, '../../..');

/** Names the unit tests that passed only at a second try, in the form that results.ts reads. */
module.exports = class RetryReporter {
  onRunComplete(_contexts, { testResults }) {
    for (const { testFilePath, testResults: tests } of testResults)
      for (const { status, invocations, fullName, location, retryReasons = [] } of tests) {
        if (status !== 'passed' || !(invocations > 1)) continue;
        const place = `${path.relative(REPO, testFilePath)}:${location?.line ?? 1}`;
        const [message = ''] = retryReasons;
        console.log(
          `passed at a second try: ${place} › ${fullName} | ${message.replaceAll(/\s+/g, ' ').slice(0, 400)}`,
        );
      }
  }
};
