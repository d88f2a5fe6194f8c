import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD_PATTERN } from '../../contract.ts';
import { isCommonPassword, readBreached } from './common-passwords.ts';

const RULE = new RegExp(PASSWORD_PATTERN);

describe('a common password', () => {
  it('a common password is detected despite added digits and symbols', () => {
    const common = [
      ...['Password1!', 'P@ssw0rd1!', 'P@$$w0rd2024', '123-Welcome', 'Qwerty123!', 'Azerty-99', 'Summer2026!'],
      ...['Abcd1234!', '1qaz@WSX', 'Hospital#1', 'abc1-abc1-abc1', 'a1-a1-a1-a1', 'Let-me-in-1'],
    ];
    for (const password of common) {
      assert.match(password, RULE, password);
      assert.ok(isCommonPassword(password), password);
    }
  });

  it('a password built from the person, product or hospital name is detected', () => {
    const own = ['Jordan', 'Tremblay', 'robin.tremblay', 'Lodestar', 'Northside General Hospital'];
    for (const password of ['Tremblay-1', 'RobinTremblay1!', 'Lodestar2026!', 'Northside#1']) {
      assert.ok(isCommonPassword(password, own), password);
    }
    assert.ok(!isCommonPassword('Tremblay-1'));
  });

  it('is one of more than 3,000 from published breaches that the rule accepts, in any case', () => {
    const breached = [...readBreached()];
    assert.ok(breached.length > 3_000);
    assert.ok(breached.every((password) => RULE.test(password)));
    for (const password of ['diunilaobu8*', 'Jhon@ta2011', 'kalis11!']) assert.ok(isCommonPassword(password), password);
  });

  it('is not found in other passwords', () => {
    for (const password of ['Demo-pass1', 'Sturdy-pass7', 'correct-horse-7', 'kJ8#mQ2?vL', 'my-1st-cat-Mimi']) {
      assert.ok(!isCommonPassword(password, ['Kim', 'Nguyen', 'kim']), password);
    }
  });
});
