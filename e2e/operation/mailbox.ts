import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

export interface Mailbox {
  smtpUrl: string;
  smsUrl: string;
  /** Waits for an email or text message that matches. Resolves with the first capture group. */
  find(pattern: RegExp): Promise<string>;
  close(): void;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts an SMTP server for emails and an HTTP webhook for text messages, and stores what they receive. */
export async function openMailbox(): Promise<Mailbox> {
  let all = '';
  let notify: () => void = () => undefined;
  const keep = (text: string) => {
    // Quoted-printable emails fold long lines with a trailing "=".
    all += text.replace(/=\r\n/g, '');
    notify();
  };
  const smtp = createServer((socket) => {
    let isData = false;
    let mail = '';
    socket.write('220 mailbox\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const text = String(chunk);
      if (isData) {
        mail += text;
        if (!mail.endsWith('\r\n.\r\n')) return;
        keep(mail);
        [isData, mail] = [false, ''];
        socket.write('250 taken\r\n');
        return;
      }
      isData = /^DATA/im.test(text);
      if (/^QUIT/im.test(text)) socket.end('221 bye\r\n');
      else socket.write(isData ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
  const sms = createHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    keep(body);
    response.end();
  });
  const [smtpPort, smsPort] = [await listen(smtp), await listen(sms)];
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    smsUrl: `http://127.0.0.1:${smsPort}/`,
    async find(pattern) {
      for (;;) {
        const found = pattern.exec(all)?.[1];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    close() {
      smtp.close();
      sms.close();
    },
  };
}
