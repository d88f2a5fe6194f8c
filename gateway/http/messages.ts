import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, matchLanguage, type SpokenLanguage } from 'shared-ui/contract/languages';

declare module 'fastify' {
  interface FastifyInstance {
    /** Languages that people may choose here. */
    offeredLanguages: readonly Language[];
  }
}

/** The gateway's own messages to people. */
const MESSAGES = {
  en: {
    NOT_FOUND: 'There is nothing at this address.',
    BAD_REQUEST: 'This request could not be understood.',
    UNAVAILABLE: 'The service is not available just now. Nothing is lost. Please try again in a moment.',
    TIMEOUT: 'The service took too long to answer. Please try again in a moment.',
    INTERNAL: 'Something went wrong',
    NOT_PUBLISHED: 'The application is being set up. Please try again in a few minutes.',
  },
  fr: {
    NOT_FOUND: 'Il n’y a rien à cette adresse.',
    BAD_REQUEST: 'Cette demande n’a pas été comprise.',
    UNAVAILABLE:
      'Le service n’est pas disponible pour le moment. Rien n’est perdu. Veuillez réessayer dans un instant.',
    TIMEOUT: 'Le service a mis trop de temps à répondre. Veuillez réessayer dans un instant.',
    INTERNAL: 'Une erreur est survenue',
    NOT_PUBLISHED: 'L’application est en cours d’installation. Veuillez réessayer dans quelques minutes.',
  },
  es: {
    NOT_FOUND: 'No hay nada en esta dirección.',
    BAD_REQUEST: 'No se pudo entender esta solicitud.',
    UNAVAILABLE:
      'El servicio no está disponible en este momento. No se ha perdido nada. Inténtelo de nuevo en un momento, por favor.',
    TIMEOUT: 'El servicio tardó demasiado en responder. Inténtelo de nuevo en un momento, por favor.',
    INTERNAL: 'Algo salió mal',
    NOT_PUBLISHED: 'La aplicación se está instalando. Inténtelo de nuevo en unos minutos, por favor.',
  },
  pt: {
    NOT_FOUND: 'Não há nada neste endereço.',
    BAD_REQUEST: 'Não foi possível entender esta solicitação.',
    UNAVAILABLE: 'O serviço não está disponível agora. Nada se perdeu. Tente de novo em um instante, por favor.',
    TIMEOUT: 'O serviço demorou demais para responder. Tente de novo em um instante, por favor.',
    INTERNAL: 'Algo deu errado',
    NOT_PUBLISHED: 'O aplicativo está sendo instalado. Tente de novo em alguns minutos, por favor.',
  },
  'zh-Hans': {
    NOT_FOUND: '此地址没有内容。',
    BAD_REQUEST: '无法理解此请求。',
    UNAVAILABLE: '服务暂时不可用。没有丢失任何内容。请稍后再试。',
    TIMEOUT: '服务回应时间过长。请稍后再试。',
    INTERNAL: '出错了',
    NOT_PUBLISHED: '应用正在设置中。请过几分钟再试。',
  },
  'zh-Hant': {
    NOT_FOUND: '此網址沒有內容。',
    BAD_REQUEST: '無法理解此請求。',
    UNAVAILABLE: '服務暫時無法使用。沒有遺失任何內容。請稍後再試。',
    TIMEOUT: '服務回應時間過長。請稍後再試。',
    INTERNAL: '發生錯誤',
    NOT_PUBLISHED: '應用程式正在設定中。請過幾分鐘再試。',
  },
  tl: {
    NOT_FOUND: 'Walang laman ang address na ito.',
    BAD_REQUEST: 'Hindi naintindihan ang hiling na ito.',
    UNAVAILABLE: 'Hindi magamit ang serbisyo sa ngayon. Walang nawala. Pakisubukang muli maya-maya.',
    TIMEOUT: 'Masyadong matagal sumagot ang serbisyo. Pakisubukang muli maya-maya.',
    INTERNAL: 'May nangyaring mali',
    NOT_PUBLISHED: 'Inihahanda pa ang app. Pakisubukang muli makalipas ang ilang minuto.',
  },
  pa: {
    NOT_FOUND: 'ਇਸ ਪਤੇ ਉੱਤੇ ਕੁਝ ਨਹੀਂ ਹੈ।',
    BAD_REQUEST: 'ਇਹ ਬੇਨਤੀ ਸਮਝ ਨਹੀਂ ਆਈ।',
    UNAVAILABLE: 'ਸੇਵਾ ਇਸ ਵੇਲੇ ਉਪਲਬਧ ਨਹੀਂ ਹੈ। ਕੁਝ ਵੀ ਗੁਆਚਿਆ ਨਹੀਂ। ਕਿਰਪਾ ਕਰਕੇ ਥੋੜ੍ਹੀ ਦੇਰ ਬਾਅਦ ਦੁਬਾਰਾ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
    TIMEOUT: 'ਸੇਵਾ ਨੇ ਜਵਾਬ ਦੇਣ ਵਿੱਚ ਬਹੁਤ ਦੇਰ ਲਾਈ। ਕਿਰਪਾ ਕਰਕੇ ਥੋੜ੍ਹੀ ਦੇਰ ਬਾਅਦ ਦੁਬਾਰਾ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
    INTERNAL: 'ਕੁਝ ਗਲਤ ਹੋ ਗਿਆ',
    NOT_PUBLISHED: 'ਐਪ ਤਿਆਰ ਕੀਤੀ ਜਾ ਰਹੀ ਹੈ। ਕਿਰਪਾ ਕਰਕੇ ਕੁਝ ਮਿੰਟਾਂ ਬਾਅਦ ਦੁਬਾਰਾ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
  },
  vi: {
    NOT_FOUND: 'Không có gì ở địa chỉ này.',
    BAD_REQUEST: 'Không hiểu được yêu cầu này.',
    UNAVAILABLE: 'Dịch vụ tạm thời không dùng được. Không có gì bị mất. Vui lòng thử lại sau giây lát.',
    TIMEOUT: 'Dịch vụ trả lời quá lâu. Vui lòng thử lại sau giây lát.',
    INTERNAL: 'Đã có lỗi xảy ra',
    NOT_PUBLISHED: 'Ứng dụng đang được cài đặt. Vui lòng thử lại sau vài phút.',
  },
  uk: {
    NOT_FOUND: 'За цією адресою нічого немає.',
    BAD_REQUEST: 'Не вдалося зрозуміти цей запит.',
    UNAVAILABLE: 'Служба зараз недоступна. Нічого не втрачено. Спробуйте ще раз за мить.',
    TIMEOUT: 'Служба надто довго не відповідала. Спробуйте ще раз за мить.',
    INTERNAL: 'Сталася помилка',
    NOT_PUBLISHED: 'Застосунок ще налаштовують. Спробуйте ще раз за кілька хвилин.',
  },
  ar: {
    NOT_FOUND: 'لا يوجد شيء في هذا العنوان.',
    BAD_REQUEST: 'تعذّر فهم هذا الطلب.',
    UNAVAILABLE: 'الخدمة غير متاحة حاليًا. لم يُفقد شيء. يرجى المحاولة مرة أخرى بعد قليل.',
    TIMEOUT: 'استغرقت الخدمة وقتًا طويلًا للرد. يرجى المحاولة مرة أخرى بعد قليل.',
    INTERNAL: 'حدث خطأ ما',
    NOT_PUBLISHED: 'يجري إعداد التطبيق. يرجى المحاولة مرة أخرى بعد بضع دقائق.',
  },
  ur: {
    NOT_FOUND: 'اس پتے پر کچھ نہیں ہے۔',
    BAD_REQUEST: 'یہ درخواست سمجھی نہیں جا سکی۔',
    UNAVAILABLE: 'سروس اس وقت دستیاب نہیں ہے۔ کچھ ضائع نہیں ہوا۔ براہ کرم تھوڑی دیر بعد دوبارہ کوشش کریں۔',
    TIMEOUT: 'سروس نے جواب دینے میں بہت دیر لگائی۔ براہ کرم تھوڑی دیر بعد دوبارہ کوشش کریں۔',
    INTERNAL: 'کچھ غلط ہو گیا',
    NOT_PUBLISHED: 'ایپ تیار کی جا رہی ہے۔ براہ کرم چند منٹ بعد دوبارہ کوشش کریں۔',
  },
} as const satisfies Record<SpokenLanguage, Record<string, string>>;

export type ErrorCode = keyof typeof MESSAGES.en;

/** Languages of pages that only staff and teams read. */
export type StaffLanguage = 'en' | 'fr';

interface RankedTag {
  tag: string;
  quality: number;
}

/** Returns the tags of an Accept-Language header in lower case, with their qualities. */
function rankedTags(header = ''): RankedTag[] {
  return header.split(',').map((item) => {
    const [tag = '', ...parameters] = item.trim().toLowerCase().split(';');
    const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
    return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
}

/** Returns the language tags of an Accept-Language header, best first, without those that it refuses. */
export function acceptedTags(header: string | undefined): string[] {
  const wanted = rankedTags(header).filter(({ quality }) => quality > 0);
  return wanted.sort((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}

/** Returns English or French, whichever an Accept-Language header prefers; English when it names neither. */
export function languageOf(header: string | undefined): StaffLanguage {
  const tags = rankedTags(header);
  const best = (language: StaffLanguage) =>
    Math.max(0, ...tags.filter(({ tag }) => tag.split('-')[0] === language).map(({ quality }) => quality));
  return best('fr') > best('en') ? 'fr' : 'en';
}

export function messageOf(code: ErrorCode, language: Language): string {
  const messages: Partial<Record<Language, Record<ErrorCode, string>>> = MESSAGES;
  return (messages[language] ?? MESSAGES.en)[code];
}

/** Returns the language of a patient's page: the first that is wanted and offered here, else English. */
export const patientLanguage = (request: FastifyRequest, wanted = request.headers['accept-language']): Language =>
  matchLanguage(acceptedTags(wanted), request.server.offeredLanguages) ?? 'en';

/** Returns an error body in the shape of the API's errors. */
export const errorBody = (code: ErrorCode, language: Language) => ({
  error: { code, message: messageOf(code, language) },
});

export function sendError(request: FastifyRequest, reply: FastifyReply, status: number, code: ErrorCode): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', vary: 'Accept-Language' });
  return reply.send(errorBody(code, patientLanguage(request)));
}
