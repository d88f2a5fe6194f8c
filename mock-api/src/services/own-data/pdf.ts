/** Everything about a person as a document to read. The same data as a file for other programs has every detail. */
import { isolate, LANGUAGES } from 'shared-ui/contract/languages';
import { type Locale, type MessageKey, tagOf, translate } from '../../common/i18n.ts';
import { requestWords } from '../../common/text/request-words.ts';
import {
  type BedsideKind,
  type CareEvent,
  isBedside,
  type Observation,
  type OwnData,
  type PatientIdentifiers,
  type RequestKind,
  type SupporterPermissions,
} from '../../contract.ts';
import { PdfDocument } from '../../pdf/document.ts';
import { isShowable } from '../../pdf/fonts.ts';
import { inLocale } from '../../records/words/amount.ts';
import { otherMarks } from '../../repositories/care/content.ts';

/** Newest entries of the access log; the file for other programs has all. */
const LOG_ENTRIES = 1_000;
const INDENT = 12;

const KINDS: Readonly<Record<Exclude<RequestKind, BedsideKind>, MessageKey>> = {
  question: 'ownData.kind.question',
  request: 'ownData.kind.request',
  correction: 'ownData.kind.correction',
  concern: 'ownData.kind.concern',
  medications: 'ownData.kind.medications',
};

const PERMISSIONS: readonly (readonly [keyof SupporterPermissions, MessageKey])[] = [
  ['statusUpdates', 'ownData.may.statusUpdates'],
  ['medicalRecords', 'ownData.may.medicalRecords'],
  ['diagnosticResults', 'ownData.may.diagnosticResults'],
  ['carePlans', 'ownData.may.carePlans'],
  ['feedback', 'ownData.may.feedback'],
];

const IDENTIFIERS = Object.entries({
  dateOfBirth: 'ownData.dateOfBirth',
  room: 'ownData.room',
  ward: 'ownData.ward',
  recordNumber: 'ownData.recordNumber',
  bandCode: 'ownData.bandCode',
} satisfies Record<keyof PatientIdentifiers, MessageKey>) as [keyof PatientIdentifiers, MessageKey][];

type OwnFile = OwnData['files'][number];

/** Endings of file names where the media type has another one. */
const ENDINGS: Readonly<Record<string, string>> = { 'image/svg+xml': 'svg', 'text/plain': 'txt', 'image/jpeg': 'jpg' };

/** Returns the name of an attached file, such as "2 From the front.webp". */
function fileName({ title, type }: OwnFile, number: number): string {
  const plain = title
    .replaceAll(/[\\/:*?"<>|\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return `${[number, plain].join(' ').trim()}.${ENDINGS[type] ?? type.slice(type.indexOf('/') + 1)}`;
}

/** Returns parts as one text, each in its own direction; lists in lists have the document's. */
const joined = (parts: readonly (string | null | undefined)[], separator: string): string =>
  parts.flatMap((part) => (part ? [part.includes('\u2068') ? part : isolate(part)] : [])).join(separator);

/** Without the bytes of files, which are not shown as text. */
const textsOf = (data: OwnData): string => JSON.stringify({ ...data, files: [] });

class OwnDataPage {
  readonly #document: PdfDocument;
  readonly #locale: Locale;
  readonly #data: OwnData;
  readonly #moment: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  #attached = 0;

  constructor(data: OwnData, locale: Locale, timeZone: string) {
    this.#data = data;
    this.#locale = locale;
    const language = tagOf(locale);
    this.#moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
    this.#day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    this.#document = new PdfDocument(this.#title(), locale);
  }

  file(): Promise<Buffer> {
    this.#document.heading(1, this.#title());
    const { exportedAt, hospital } = this.#data;
    this.#text('ownData.intro', { hospital, moment: this.#at(exportedAt) });
    if (!isShowable(textsOf(this.#data))) this.#text('ownData.letters');
    this.#account();
    this.#stay();
    this.#record();
    this.#medicationChecks();
    this.#dayPlans();
    this.#goingHome();
    this.#requests();
    this.#sharing();
    this.#security();
    this.#log();
    return this.#document.finish((page, of) => this.#say('ownData.page', { page, of }));
  }

  #say(key: MessageKey, params: Record<string, string | number> = {}): string {
    return translate(this.#locale, key, params);
  }

  #title(): string {
    return this.#say('ownData.title', { name: this.#data.account.name });
  }

  #at(time: string): string {
    return this.#moment.format(new Date(time));
  }

  #text(key: MessageKey, params: Record<string, string | number> = {}): void {
    this.#document.paragraph(this.#say(key, params));
  }

  #fact(key: MessageKey, value: string | null | undefined, indent = 0): void {
    if (value) this.#document.fact(this.#say('ownData.label', { label: this.#say(key) }), value, indent);
  }

  /** Adds a section with an entry for each item, or one that says that there are none. */
  #section<Item>(key: MessageKey, items: readonly Item[], show: (item: Item) => void): void {
    this.#document.heading(2, this.#say(key));
    if (items.length === 0) this.#text('ownData.none');
    for (const item of items) show(item);
  }

  #account(): void {
    const { account, identifiers, agreements, interestSignUp, stays } = this.#data;
    this.#document.heading(2, this.#say('ownData.account'));
    this.#fact('ownData.name', account.name);
    this.#fact('ownData.preferredName', account.preferredName);
    this.#fact('ownData.email', account.email);
    this.#fact('ownData.contactEmail', account.contactEmail);
    this.#fact('ownData.phone', account.phoneNumber);
    this.#fact('ownData.mobile', account.mobilePhone);
    const { suite, address, address2, city, province, postalCode, country } = account;
    const lines = [suite, address, address2, city, province, postalCode, country];
    this.#fact('ownData.address', joined(lines, ', '));
    this.#fact('ownData.organization', account.organization);
    const { language = null, needsInterpreter = null } = account;
    this.#fact('ownData.language', language && LANGUAGES[language].name);
    if (needsInterpreter !== null)
      this.#fact('ownData.interpreter', this.#say(needsInterpreter ? 'ownData.yes' : 'ownData.no'));
    const { dateOfBirth } = identifiers;
    const shown: PatientIdentifiers = {
      ...identifiers,
      dateOfBirth: dateOfBirth === null ? null : this.#day.format(new Date(dateOfBirth)),
    };
    for (const [field, text] of IDENTIFIERS) this.#fact(text, shown[field]);
    for (const { admittedAt, dischargedAt } of stays) {
      this.#fact('ownData.admitted', admittedAt && this.#at(admittedAt));
      this.#fact('ownData.discharged', dischargedAt && this.#at(dischargedAt));
    }
    this.#fact('ownData.created', this.#at(account.createdAt));
    const signIn = account.lastLoginAt ?? account.pinEnteredAt;
    this.#fact('ownData.lastSignIn', signIn === null ? null : this.#at(signIn));
    for (const { document, version, agreedAt } of agreements) {
      if (agreedAt !== null) this.#text('ownData.agreed', { document, version, moment: this.#at(agreedAt) });
    }
    if (interestSignUp) this.#text('ownData.interest', { moment: this.#at(interestSignUp.createdAt) });
  }

  #stay(): void {
    const { profiles, notifications, events, results, carePlans } = this.#data;
    this.#section('ownData.profiles', profiles, ({ title, message, data }) =>
      this.#entry(title, [message, data.organization, data.previousStay]),
    );
    this.#section('ownData.next', notifications, ({ title, content, place, at, createdAt }) =>
      this.#entry(title, [content, place, at && this.#at(at), this.#at(createdAt)]),
    );
    this.#section('ownData.events', events, (event) => this.#event(event));
    this.#section('ownData.results', results, (result) => {
      this.#entry(result.name, [this.#at(result.resultsAt), result.completedAt, result.content, result.conclusion]);
      this.#fact('ownData.performer', result.performer, INDENT);
      for (const value of result.observations) {
        const range = value.referenceRange?.text;
        const said = joined(this.#said(value), ' · ');
        this.#document.fact(value.display, joined([said, range && `(${range})`], ' '), INDENT);
      }
      this.#showFiles('result', result.id);
    });
    this.#section('ownData.carePlans', carePlans, ({ data }) => {
      this.#entry(data.title, [data.doctor, data.duration]);
      for (const { title, comments } of data.carePlans) this.#document.fact(title, comments, INDENT);
    });
  }

  /** What came from the hospital's own system; the JSON file has all details. */
  #record(): void {
    const { medications, careTeam, about, measurements, documents } = this.#data;
    this.#section('ownData.medications', medications.medications, ({ name, how, at }) =>
      this.#document.fact(name, joined([...how, at], ', ')),
    );
    this.#section('ownData.careTeam', careTeam.people, ({ name, role }) => this.#lines([name, role]));
    const { allergies, conditions, immunizations } = about;
    const known = [...allergies.items, ...conditions, ...immunizations];
    this.#section('ownData.about', known, ({ name, at }) => this.#document.fact(name, at ?? ''));
    this.#section('ownData.measurements', measurements.series, ({ name, points }) =>
      this.#document.fact(
        name,
        joined(
          points.map((value) => joined([...this.#said(value), value.effectiveDateTime], ', ')),
          '; ',
        ),
      ),
    );
    this.#section('ownData.documents', documents.documents, ({ id, title, at }) => {
      this.#document.fact(title, at ?? '');
      this.#showFiles('document', id);
    });
    this.#section('ownData.recordLinks', this.#data.recordLinks, ({ source, linkedAt, checkedAt }) => {
      const key = source === 'server' ? 'ownData.link.server' : 'ownData.link.files';
      this.#text(key, { moment: this.#at(linkedAt) });
      this.#fact('ownData.link.read', checkedAt && this.#at(checkedAt), INDENT);
    });
    this.#section('ownData.feed', this.#data.feedMessages, ({ receivedAt, sender, type }) =>
      this.#text('ownData.feed.message', { moment: this.#at(receivedAt), sender, type }),
    );
  }

  #medicationChecks(): void {
    this.#section('ownData.medicationChecks', this.#data.medicationChecks, ({ at, who, answers, added }) => {
      const said = answers
        .filter(({ isDifferent }) => isDifferent)
        .map(({ name, answer, words = '' }) => this.#say(`medicationCheck.${answer}`, { name, words }));
      const others = added.map(({ name, amount, when }) => joined([name, amount, when], ', '));
      const lines = [...said, ...others.map((words) => this.#say('medicationCheck.added', { words }))];
      this.#document.fact(
        joined([this.#at(at), who], ', '),
        joined(lines.length > 0 ? lines : [this.#say('ownData.noDifferences')], ' · '),
      );
    });
  }

  #dayPlans(): void {
    this.#section('ownData.dayPlans', this.#data.dayPlans, ({ date, goal, steps, people, readBack }) => {
      const list = [...steps, ...people].map(({ at, text }) => joined([at, text], ' '));
      this.#document.fact(
        joined([this.#day.format(new Date(date)), goal], ': '),
        joined([...list, readBack?.text], ' · '),
      );
    });
    this.#section('ownData.roundsQuestions', this.#data.roundsQuestions, ({ who, createdAt, text, answeredAt }) =>
      this.#entry(joined([who, this.#at(createdAt)], ', '), [text, answeredAt && this.#say('ownData.answered')]),
    );
  }

  #goingHome(): void {
    const { plans, medications, appointments, arranged = [], allergies, contacts, ticked } = this.#data.goingHome;
    const points = [
      ...plans.flatMap((plan) => plan.points.map(({ point, title, text }) => ({ point, name: title, text }))),
      ...medications.map(({ point, name, how, state }) => ({
        point,
        name: state === 'do-not-take' ? this.#say('ownData.avoid', { name }) : name,
        text: joined(how, ', '),
      })),
      ...(appointments ?? []).map(({ point, name, start, place }) => ({
        point,
        name,
        text: joined([start && this.#at(start), place], ', '),
      })),
      ...arranged.map(({ point, kind, text }) => ({
        point,
        name: this.#say(`ownData.home.${kind}`, { text }),
        text: '',
      })),
      { point: allergies.point, name: this.#say('ownData.knowsAllergies'), text: '' },
      { point: contacts.point, name: this.#say('ownData.knowsContacts'), text: '' },
    ];
    this.#section('ownData.goingHome', points, ({ point, name, text }) => {
      const state = ticked.includes(point) ? this.#say('ownData.ticked') : '';
      this.#document.fact(name, joined([text, state], ' · '));
    });
  }

  #event({ id, name, content, content2, createdAt }: CareEvent): void {
    this.#entry(name, [this.#at(createdAt), content, content2]);
    this.#showFiles('event', id);
  }

  /** Attaches the files of an event, a result or a document, and shows those that are pictures for a page. */
  #showFiles(type: OwnFile['of']['type'], id: string): void {
    for (const file of this.#data.files) {
      if (file.of.type !== type || file.of.id !== id) continue;
      const { title, alt, data } = file;
      this.#fact(
        'ownData.media',
        this.#say(data === null ? 'ownData.notIncluded' : 'ownData.attached', { title }),
        INDENT,
      );
      if (data === null) continue;
      const bytes = Buffer.from(data, 'base64');
      this.#document.picture(file.type, bytes, alt);
      this.#attached += 1;
      this.#document.attach({ name: fileName(file, this.#attached), type: file.type, bytes, description: alt });
    }
  }

  #requests(): void {
    const { requests, surveys, hasAllAnswers, supportRequests } = this.#data;
    this.#section('ownData.requests', requests, (request) => {
      const { kind, who, createdAt, replies } = request;
      const title = isBedside(kind) ? 'ownData.kind.request' : KINDS[kind];
      this.#entry(this.#say(title, { who }), [this.#at(createdAt), requestWords(request, this.#locale)]);
      for (const reply of replies) {
        this.#document.fact(
          this.#say('ownData.reply', { who: reply.who, moment: this.#at(reply.createdAt) }),
          reply.text,
          INDENT,
        );
      }
    });
    this.#section('ownData.surveys', surveys, ({ survey, deliveredAt, answers }) => {
      this.#document.heading(3, this.#say('ownData.survey', { survey, moment: this.#at(deliveredAt) }));
      if (answers === null && hasAllAnswers) this.#text('ownData.notKept');
      for (const { question, answer } of answers ?? []) this.#document.fact(question, String(answer), INDENT);
    });
    if (!hasAllAnswers) this.#text('ownData.answersUnavailable');
    this.#section('ownData.support', supportRequests, ({ issue, comments, createdAt }) =>
      this.#lines([this.#at(createdAt), issue, comments]),
    );
  }

  #sharing(): void {
    this.#section('ownData.supporters', this.#data.supporters, ({ name, content, permissions }) => {
      this.#document.heading(3, name);
      const words = PERMISSIONS.filter(([permission]) => permissions[permission]).map(([, key]) => this.#say(key));
      this.#lines([content]);
      this.#fact('ownData.sees', joined(words, ', ') || this.#say('ownData.nothing'), INDENT);
    });
    for (const { about, askedAt } of this.#data.returnNotices)
      this.#text('ownData.returnNotice', { name: about, moment: this.#at(askedAt) });
  }

  #security(): void {
    const { passkeys, sessions, messages } = this.#data;
    this.#section('ownData.passkeys', passkeys, ({ device, createdAt }) =>
      this.#document.paragraph(joined([device, this.#at(createdAt)], ', ')),
    );
    this.#section('ownData.sessions', sessions, ({ device, lastUsedAt }) =>
      this.#document.paragraph(joined([device, this.#at(lastUsedAt)], ', ')),
    );
    this.#section('ownData.messages', messages, ({ channel, to, createdAt }) =>
      this.#text(channel === 'email' ? 'ownData.email.sent' : 'ownData.sms', { to, moment: this.#at(createdAt) }),
    );
  }

  #log(): void {
    const { accessLog } = this.#data;
    this.#section('ownData.log', accessLog.slice(0, LOG_ENTRIES), ({ at, who, what }) =>
      this.#document.fact(this.#at(at), joined([who, what], ' · ')),
    );
    const more = accessLog.length - LOG_ENTRIES;
    if (more > 0) this.#text('ownData.more', { more });
  }

  #entry(title: string, lines: readonly (string | null | undefined)[]): void {
    this.#document.heading(3, title);
    this.#lines(lines);
  }

  #lines(lines: readonly (string | null | undefined)[]): void {
    for (const line of lines) if (line) this.#document.paragraph(line, INDENT);
  }

  /** Returns a value, its verdict, and what else the hospital says of it. */
  #said(observation: Observation): string[] {
    const { original, valueQuantity, valueString, status, verdict } = observation;
    const sent = original && this.#say('ownData.converted', { value: original });
    const amount = valueQuantity && `${this.#figure(valueQuantity)} ${valueQuantity.unit}`.trim();
    return [amount, sent, verdict?.text, valueString, ...otherMarks(observation), status].flatMap((part) => part || []);
  }

  #figure({ value, figure }: NonNullable<Observation['valueQuantity']>): string {
    if (figure !== undefined) return inLocale(figure, this.#locale);
    return new Intl.NumberFormat(tagOf(this.#locale), { maximumFractionDigits: 3 }).format(value);
  }
}

/** @param timeZone IANA name of the reader's time zone, such as America/Toronto */
export const ownDataPdf = (data: OwnData, locale: Locale, timeZone: string): Promise<Buffer> =>
  new OwnDataPage(data, locale, timeZone).file();
