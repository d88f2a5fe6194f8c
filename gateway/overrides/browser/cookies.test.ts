import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COHORTS, cohortCookie, cohortOf, drawCohort } from './cookies.ts';

describe('the cohort of a browser', () => {
  const cookies: [string | undefined, number | undefined][] = [
    ['lodestar-cohort=0', 0],
    ['lodestar-cohort=9999', 9999],
    ['theme=dark; lodestar-cohort=417;x=1', 417],
    [undefined, undefined],
    ['', undefined],
    ['other-lodestar-cohort=5', undefined],
    ...['', '10000', '-1', '007', '1.5', '5e2', 'x', '5 5', '"5"', '%35'].map((value): [string, undefined] => [
      `lodestar-cohort=${value}`,
      undefined,
    ]),
  ];
  for (const [header, cohort] of cookies) {
    it(`for the cookies "${header}" is ${cohort ?? 'not known'}`, () => assert.equal(cohortOf(header), cohort));
  }

  it('survives a round trip through the cookie', () => {
    const [pair] = cohortCookie(417, false).split(';');
    assert.equal(cohortOf(pair), 417);
  });

  it('the cohort cookie lasts a year and is Secure over HTTPS', () => {
    const attributes = 'Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly';
    assert.equal(cohortCookie(7, false), `lodestar-cohort=7; ${attributes}`);
    assert.equal(cohortCookie(7, true), `lodestar-cohort=7; ${attributes}; Secure`);
  });

  it('is in the lowest tenth for 9 to 11 % of 100,000 draws', () => {
    const drawn = Array.from({ length: 100_000 }, drawCohort);
    assert.ok(drawn.every((cohort) => Number.isInteger(cohort) && cohort >= 0 && cohort < COHORTS));
    const inside = drawn.filter((cohort) => cohort < COHORTS / 10).length;
    assert.ok(inside >= 9_000 && inside <= 11_000, `${inside} of 100,000`);
  });
});
