import assert from 'node:assert/strict';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { OutboxMessage } from '../../src/contract.ts';
import { outboxPage } from '../../src/routes/operation/outbox.ts';
import { PRODUCTION, startApi, type TestApi } from '../support/api.ts';
import { listening, until } from '../support/services.ts';

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

describe('the outbox', () => {
  it('the outbox escapes messages and makes links clickable', () => {
    const message: OutboxMessage = {
      id: '1',
      channel: 'email',
      to: '"><script>alert(1)</script>',
      subject: "<b>'quoted'</b> & more",
      body: 'Open https://care.example.org/a?b=1&c="2" <img src=x onerror=alert(1)>',
      sentAt: '2026-01-02T03:04:05.000Z',
    };
    const page = outboxPage('Lode<star>', [message]);
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
    assert.equal((await api.ask('GET', '/outbox')).status, 404);
    assert.equal((await api.ask('GET', '/api/dev/outbox')).status, 404);
    await api.close();
  });
});

describe('text messages by webhook', () => {
  let api: TestApi;
  const received: { key: string | undefined; body: { id: string; to: string; body: string } }[] = [];
  let refusals = 1;
  const service = createHttpServer(async (request, answer) => {
    const body = JSON.parse(await textOf(request));
    received.push({ key: request.headers['idempotency-key']?.toString(), body });
    answer.statusCode = refusals-- > 0 ? 503 : 202;
    answer.end();
  });

  before(async () => {
    api = await startApi({ SMS_WEBHOOK_URL: `http://127.0.0.1:${await listening(service)}/sms` });
  });
  after(async () => {
    await api.close();
    service.close();
  });

  it('are retried with the same key after a failure, and are blanked once sent', async () => {
    const { db } = api.database;
    await api.ask('POST', '/api/v1/sessions/pin', { token: await api.scan() });
    await until(() => received.length === 1);
    await until(async () => {
      const row = await db.selectFrom('messages').select('next_attempt_at').executeTakeFirst();
      return row !== undefined && row.next_attempt_at < new Date(Date.now() + 10_000).toISOString();
    });
    await db
      .updateTable('messages')
      .set({ next_attempt_at: new Date(0).toISOString() })
      .execute();
    await api.ask('POST', '/api/v1/sessions/pin', { token: await api.scan('ER10000002') });
    await until(() => received.length >= 3);
    const [failed, ...sent] = received;
    assert.match(failed?.body.body ?? '', /^Your security code is \d{4}\./);
    assert.ok(sent.some((message) => message.key === failed?.key && message.body.body === failed?.body.body));
    const isSent = async () =>
      (await db.selectFrom('messages').select(['state', 'body']).execute()).every(({ state }) => state === 'sent');
    await until(isSent);
    const rows = await db.selectFrom('messages').select('body').execute();
    assert.ok(rows.every(({ body }) => body === ''));
  });
});

/** Starts a mail server. Returns the commands and emails that it received. */
async function startMailServer(test: TestContext) {
  const commands: string[] = [];
  const mails: string[] = [];
  const server = createTcpServer((socket) => {
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
  it('arrive with sender, subject and body', async (test) => {
    const { url, mails } = await startMailServer(test);
    const api = await startApi({ SMTP_URL: url });
    const { status } = await api.ask('POST', '/api/v1/users/forgot-password', {
      body: { email: 'patient@example.org' },
    });
    assert.equal(status, 204);
    await until(() => mails.length > 0);
    await api.close();
    const [mail = ''] = mails;
    assert.match(mail, /^From: support@example\.org\r$/m);
    assert.match(mail, /^To: patient@example\.org\r$/m);
    assert.match(mail, /^Subject: Set a new password\r$/m);
    assert.match(mail, /onboarding\/reset-password\//);
  });

  it('line breaks in names or addresses cannot inject email headers', async (test) => {
    const { url, commands, mails } = await startMailServer(test);
    const api = await startApi({ SMTP_URL: url });
    const more = '\r\nBcc: victim@example.org\r\n\r\n.\r\nRCPT TO:<victim@example.org>\r\n';
    // Without an address, which names can't contain.
    const command = more.replaceAll('victim@example.org', 'victim');
    const form = {
      firstName: `Eve${command}`,
      lastName: `Doe${command}`,
      email: 'eve@example.org',
      organization: 'Northside General Hospital',
      phoneNumber: '+14165550144',
      password: 'Sturdy-pass7',
      confirmPassword: 'Sturdy-pass7',
    };
    const register = (body: object) => api.ask('POST', '/api/v1/users/register', { body });
    assert.equal((await register({ ...form, email: `eve@example.org${more}` })).status, 400);
    assert.equal((await register({ ...form, firstName: `Eve${more}` })).status, 400);
    assert.equal((await register(form)).status, 201);
    await until(() => mails.length > 0);
    await api.close();
    const [headers = ''] = (mails[0] ?? '').split('\r\n\r\n', 1);
    assert.doesNotMatch(headers, /^(b?cc):/im);
    assert.deepEqual(
      [mails.length, commands.filter((line) => /^RCPT/i.test(line))],
      [1, ['RCPT TO:<eve@example.org>']],
    );
  });
});
