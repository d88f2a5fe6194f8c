import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meetsPasswordRule } from 'shared-ui/contract';
import { isCommonPassword, readBreached } from './common-passwords.ts';

describe('a common password', () => {
  it('a common password is detected despite added digits and symbols', () => {
    const common = [
      ...['Password1!', 'P@ssw0rd1!', 'P@$$w0rd2024', '123-Welcome', 'Qwerty123!', 'Azerty-99', 'Summer2026!'],
      ...['Abcd1234!', '1qaz@WSX', 'Hospital#1', 'abc1-abc1-abc1', 'a1-a1-a1-a1', 'Let-me-in-1'],
    ];
    for (const password of common) {
      assert.ok(meetsPasswordRule(password), password);
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

  it('is one of more than 3,000 from published breaches that a rule accepts, in any case', () => {
    const breached = [...readBreached()];
    const [classes, long] = (['classes', 'length'] as const).map((rule) =>
      breached.filter((password) => meetsPasswordRule(password, rule)),
    );
    assert.ok((classes?.length ?? 0) > 3_000);
    assert.ok((long?.length ?? 0) > 600);
    assert.equal(new Set([...(classes ?? []), ...(long ?? [])]).size, breached.length);
    for (const password of ['1qaz2wsx3edc4rfv', 'Avengedsevenfold', 'q1w2e3r4t5y6u7i8'])
      assert.ok(isCommonPassword(password));
    for (const password of ['diunilaobu8*', 'Jhon@ta2011', 'kalis11!']) assert.ok(isCommonPassword(password), password);
  });

  it('is one of up to two words, of a row of keys, or of one repeated sign, however long', () => {
    const long = [
      ...['passwordpassword', 'welcome-sunshine', 'qwertyuiopasdfghjkl', 'abcdefghijklmnopqrst', '123456789012345'],
      ...['aaaaaaaaaaaaaaaa', 'hospital hospital 1', '---------------', 'ééééééééééééééé'],
    ];
    for (const password of long) assert.ok(isCommonPassword(password), password);
    assert.ok(isCommonPassword('Jordan Tremblay 1958', ['Jordan', 'Tremblay']));
  });

  it('is not found in other passwords', () => {
    for (const password of [
      'Demo-pass1',
      'Sturdy-river-pass7',
      'correct-horse-7',
      'kJ8#mQ2?vL',
      'my-1st-cat-Mimi',
      'мой кот спит весь день',
      '我的猫今天睡得很好因为外面在下雨',
      'four flowers in the garden',
    ]) {
      assert.ok(!isCommonPassword(password, ['Kim', 'Nguyen', 'kim']), password);
    }
  });
});
