import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Brand } from 'shared-ui/contract';
import type { Language, SpokenLanguage } from 'shared-ui/contract/languages';
import { patientLanguage } from '../http/messages.ts';
import { sendPlainPage } from '../http/plain-page.ts';

/**
 * Body of /sw.js while the registry has `"worker": "off"`: it deletes a phone's caches and unregisters. Open pages keep
 * running; the next load comes from the server. It does so already while it is installed, because Chromium sometimes
 * activates a new worker only minutes after it skipped the wait. Unregistering waits until the installation has ended,
 * so the installation must not wait for it.
 */
export const NO_WORKER = `const deleteCaches = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
};
addEventListener('install', (event) => {
  skipWaiting();
  registration.unregister();
  event.waitUntil(deleteCaches());
});
addEventListener('activate', (event) => event.waitUntil(deleteCaches()));
`;

type Words = Record<'title' | 'text' | 'button' | 'back', string>;

const WORDS: Record<SpokenLanguage, Words> & Partial<Record<Language, Words>> = {
  en: {
    title: 'Repair the app on this phone',
    text: 'Use this if the app stays blank or isn’t working. It signs you out and deletes everything the app has stored on this phone, including feedback that hasn’t been sent yet. The hospital’s records stay as they are.',
    button: 'Delete and start again',
    back: 'Back to the app',
  },
  fr: {
    title: 'Réparer l’application sur ce téléphone',
    text: 'Utilisez ceci si l’application reste vide ou ne fonctionne pas. Vous serez déconnecté, et tout ce que l’application a enregistré sur ce téléphone sera supprimé, y compris les commentaires non envoyés. Les dossiers de l’hôpital ne changent pas.',
    button: 'Supprimer et recommencer',
    back: 'Retour à l’application',
  },
  es: {
    title: 'Reparar la aplicación en este teléfono',
    text: 'Use esto si la aplicación se queda en blanco o no funciona. Cierra su sesión y borra todo lo que la aplicación guardó en este teléfono, también los comentarios que aún no se enviaron. Los expedientes del hospital no cambian.',
    button: 'Borrar y empezar de nuevo',
    back: 'Volver a la aplicación',
  },
  pt: {
    title: 'Reparar o aplicativo neste telefone',
    text: 'Use isto se o aplicativo ficar em branco ou não funcionar. Você sairá da sua conta, e tudo o que o aplicativo guardou neste telefone será apagado, também os comentários que ainda não foram enviados. Os registros do hospital não mudam.',
    button: 'Apagar e começar de novo',
    back: 'Voltar ao aplicativo',
  },
  'zh-Hans': {
    title: '修复此手机上的应用',
    text: '如果应用一直空白或无法使用，请用此功能。它会让您退出登录，并删除应用保存在此手机上的所有内容，包括尚未发送的意见。医院的记录不会改变。',
    button: '删除并重新开始',
    back: '返回应用',
  },
  'zh-Hant': {
    title: '修復此手機上的應用程式',
    text: '如果應用程式一直空白或無法使用，請用此功能。它會讓您登出，並刪除應用程式儲存在此手機上的所有內容，包括尚未送出的意見。醫院的紀錄不會改變。',
    button: '刪除並重新開始',
    back: '返回應用程式',
  },
  tl: {
    title: 'Ayusin ang app sa teleponong ito',
    text: 'Gamitin ito kung blangko o hindi gumagana ang app. Masa-sign out kayo at mabubura ang lahat ng itinago ng app sa teleponong ito, pati ang mga puna na hindi pa naipapadala. Hindi magbabago ang mga rekord ng ospital.',
    button: 'Burahin at magsimulang muli',
    back: 'Bumalik sa app',
  },
  pa: {
    title: 'ਇਸ ਫ਼ੋਨ ਉੱਤੇ ਐਪ ਠੀਕ ਕਰੋ',
    text: 'ਇਹ ਉਦੋਂ ਵਰਤੋ ਜਦੋਂ ਐਪ ਖਾਲੀ ਰਹਿੰਦੀ ਹੈ ਜਾਂ ਕੰਮ ਨਹੀਂ ਕਰਦੀ। ਇਹ ਤੁਹਾਨੂੰ ਸਾਈਨ ਆਊਟ ਕਰਦਾ ਹੈ ਅਤੇ ਇਸ ਫ਼ੋਨ ਉੱਤੇ ਐਪ ਦੀ ਸਾਂਭੀ ਹਰ ਚੀਜ਼ ਮਿਟਾ ਦਿੰਦਾ ਹੈ, ਨਾ ਭੇਜੇ ਵਿਚਾਰ ਵੀ। ਹਸਪਤਾਲ ਦੇ ਰਿਕਾਰਡ ਉਵੇਂ ਹੀ ਰਹਿੰਦੇ ਹਨ।',
    button: 'ਮਿਟਾਓ ਅਤੇ ਦੁਬਾਰਾ ਸ਼ੁਰੂ ਕਰੋ',
    back: 'ਐਪ ਉੱਤੇ ਵਾਪਸ',
  },
  vi: {
    title: 'Sửa ứng dụng trên điện thoại này',
    text: 'Dùng cách này nếu ứng dụng cứ trống hoặc không hoạt động. Quý vị sẽ được đăng xuất, và mọi thứ ứng dụng đã lưu trên điện thoại này sẽ bị xóa, kể cả ý kiến chưa gửi. Hồ sơ của bệnh viện vẫn giữ nguyên.',
    button: 'Xóa và bắt đầu lại',
    back: 'Trở lại ứng dụng',
  },
  uk: {
    title: 'Відновити застосунок на цьому телефоні',
    text: 'Скористайтеся цим, якщо застосунок порожній або не працює. Ви вийдете з облікового запису, і все, що застосунок зберіг на цьому телефоні, буде видалено, також ненадіслані відгуки. Записи лікарні не зміняться.',
    button: 'Видалити й почати знову',
    back: 'Назад до застосунку',
  },
  ar: {
    title: 'إصلاح التطبيق على هذا الهاتف',
    text: 'استخدم هذا إذا بقي التطبيق فارغًا أو لم يعمل. سيتم تسجيل خروجك وحذف كل ما خزّنه التطبيق على هذا الهاتف، بما في ذلك الملاحظات التي لم تُرسل بعد. تبقى سجلات المستشفى كما هي.',
    button: 'احذف وابدأ من جديد',
    back: 'العودة إلى التطبيق',
  },
  ur: {
    title: 'اس فون پر ایپ ٹھیک کریں',
    text: 'اگر ایپ خالی رہے یا کام نہ کرے تو یہ استعمال کریں۔ یہ آپ کو سائن آؤٹ کرتا ہے اور اس فون پر ایپ کی محفوظ کی ہوئی ہر چیز مٹا دیتا ہے، وہ رائے بھی جو ابھی نہیں بھیجی گئی۔ ہسپتال کے ریکارڈ ویسے ہی رہتے ہیں۔',
    button: 'مٹائیں اور دوبارہ شروع کریں',
    back: 'ایپ پر واپس',
  },
};

/**
 * Adds the recovery page for a stuck phone, whatever shell or worker it has: workers leave /repair to the server. It
 * needs no script, so it works when nothing else does. Its button makes the browser delete everything stored for this
 * origin, including the worker (Clear-Site-Data).
 */
export const repair = fastifyPlugin(async (app: FastifyInstance, { brand: { brand } }: { brand: { brand: Brand } }) => {
  // The app passes the person's language; without it, the browser's is used.
  app.get<{ Querystring: { lang?: string } }>('/repair', (request, reply) => {
    const language = patientLanguage(request, request.query.lang);
    const { title, text, button, back } = WORDS[language] ?? WORDS.en;
    return sendPlainPage(reply, brand, {
      language,
      title,
      body: `<p>${text}</p><form method="post" action="/repair"><button>${button}</button></form><a href="/">${back}</a>`,
    });
  });
  app.register(async (own) => {
    // The form has no fields; its body is ignored.
    own.addContentTypeParser('*', (_request, _body, done) => done(null));
    own.post('/repair', (request, reply) => {
      const from = request.headers['sec-fetch-site'];
      // Another site must not be able to sign people out.
      if (from !== undefined && from !== 'same-origin') return reply.redirect('/repair', 303);
      return reply.headers({ 'clear-site-data': '"storage"', 'cache-control': 'no-store' }).redirect('/', 303);
    });
  });
});
