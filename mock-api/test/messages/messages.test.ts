import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { outboxPage } from '../../src/routes/operation/outbox.ts';
import { PRODUCTION, startApi } from '../support/api.ts';
import { listening, until } from '../support/services.ts';

describe('the outbox', () => {
  it('the outbox escapes messages and makes links clickable', () => {
    const page = outboxPage('Lode<star>', [
      {
        id: '1',
        channel: 'email',
        to: '"><script>alert(1)</script>',
        subject: "<b>'quoted'</b> & more",
        body: 'Open https://care.example.org/a?b=1&c="2" <img src=x onerror=alert(1)>',
        sentAt: '2026-01-02T03:04:05.000Z',
      },
    ]);
    assert.doesNotMatch(page, /<script|<img|<b>/);
    assert.match(page, /&lt;b&gt;&#39;quoted&#39;&lt;\/b&gt; &amp; more/);
    assert.match(page, /<a href="https:\/\/care\.example\.org\/a\?b=1&amp;c=">/);
    assert.match(page, /<time datetime="2026-01-02T03:04:05\.000Z">2026-01-02 03:04:05 UTC<\/time>/);
    assert.match(page, /<title>Outbox \(1\) - Lode&lt;star&gt;<\/title>/);
  });

  it('the outbox page has no scripts and a strict policy', async () => {
    const api = await startApi();
    const token = await api.scan();
    assert.match((await api.ask<string>('GET', '/outbox')).body, /Nothing has been sent yet/);
    const first = await api.newPin(token);
    const second = await api.newPin(token);
    const { body, headers } = await api.ask<string>('GET', '/outbox');
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'self';/);
    assert.doesNotMatch(body, /<script|<style| style=| on\w+=/);
    assert.ok(body.indexOf(second) < body.indexOf(first));
    assert.equal((await api.ask('GET', '/outbox/style.css')).headers['content-type'], 'text/css; charset=utf-8');
    const [newest] = await api.outbox();
    assert.deepEqual(Object.keys(newest ?? {}).sort(), ['body', 'channel', 'id', 'sentAt', 'to']);
    await api.close();
  });

  it('the outbox is available only in a demo', async () => {
    const api = await startApi(PRODUCTION);
    for (const path of ['/outbox', '/api/dev/outbox']) assert.equal((await api.ask('GET', path)).status, 404);
    await api.close();
  });
});

/** Starts a mail server. Returns the commands and emails that it received. */
async function startMailServer(test: TestContext) {
  const commands: string[] = [];
  const mails: string[] = [];
  const server = createServer((socket) => {
    let mail: string | undefined;
    socket.write('220 test ESMTP\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (mail !== undefined) {
        mail += text;
        if (!mail.endsWith('\r\n.\r\n')) return;
        mails.push(mail);
        mail = undefined;
        socket.write('250 taken\r\n');
        return;
      }
      commands.push(...text.trimEnd().split('\r\n'));
      if (/^DATA/im.test(text)) mail = '';
      if (/^QUIT/im.test(text)) socket.end('221 bye\r\n');
      else socket.write(mail === undefined ? '250 fine\r\n' : '354 go on\r\n');
    });
    socket.on('error', () => undefined);
  });
  test.after(() => server.close());
  return { url: `smtp://127.0.0.1:${await listening(server)}`, commands, mails };
}

describe('emails by SMTP', () => {
  it('line breaks in names or addresses cannot inject email headers', async (test) => {
    const { url, commands, mails } = await startMailServer(test);
    const api = await startApi({ SMTP_URL: url });
    const more = '\r\nBcc: victim@example.org\r\n\r\n.\r\nRCPT TO:<victim@example.org>\r\n';
    // Without an address, which names can't contain either.
    const command = more.replaceAll('victim@example.org', 'victim');
    const form = {
      firstName: 'Eve',
      lastName: 'Doe',
      email: 'eve@example.org',
      organization: 'Northside General Hospital',
      phoneNumber: '+14165550144',
      password: 'Sturdy-river-pass7',
      confirmPassword: 'Sturdy-river-pass7',
    };
    const register = async (fields: object) =>
      (await api.ask('POST', '/api/v1/users/register', { body: { ...form, ...fields } })).status;
    assert.equal(await register({ email: `eve@example.org${more}` }), 400);
    for (const name of [`Eve${more}`, `Eve${command}`]) assert.equal(await register({ firstName: name }), 400);
    assert.equal(await register({ lastName: `Doe${command}` }), 400);
    assert.equal(await register({}), 201);
    await until(() => mails.length > 0);
    await api.close();
    const recipients = commands.filter((line) => /^RCPT/i.test(line));
    assert.deepEqual([mails.length, recipients], [1, ['RCPT TO:<eve@example.org>']]);
    const [headers = '', ...body] = (mails[0] ?? '').split('\r\n\r\n');
    assert.doesNotMatch(headers, /^(b?cc):/im);
    for (const line of [/^From: support@example\.org\r?$/m, /^To: eve@example\.org\r?$/m, /^Subject: \S/m])
      assert.match(headers, line);
    assert.match(body.join(), /onboarding\/validate-email\//);
  });
});
