/** What goes to the hospital, as FHIR R4 resources. */
import type { RetainedSurvey } from '../../contract.ts';
import type { OutgoingRequest } from '../../repositories/records/hospital-outbox.ts';

export interface Identifier {
  system: string;
  value: string;
}

/** A resource that the server does not have yet, with the identifier by which it is created once. */
export interface NewResource {
  resourceType: 'Communication' | 'QuestionnaireResponse';
  identifier: Identifier | Identifier[];
  [field: string]: unknown;
}

/** A supporter is part of the Communication: the server's own people are the hospital's to add. */
function senderOf(supporter: string | null, patient: { reference: string }): object {
  if (supporter === null) return { sender: patient };
  const person = { resourceType: 'RelatedPerson', id: 'sender', patient };
  return {
    contained: [supporter === '' ? person : { ...person, name: [{ text: supporter }] }],
    sender: { reference: '#sender' },
  };
}

/** @param patient key of the patient in the server: `Patient/x` */
export function communicationOf(
  { text, created_at: sent, supporter }: OutgoingRequest,
  patient: string,
  identifier: Identifier,
): NewResource {
  const reference = { reference: patient };
  return {
    resourceType: 'Communication',
    identifier: [identifier],
    status: 'completed',
    subject: reference,
    ...senderOf(supporter, reference),
    sent,
    payload: [{ contentString: text }],
  };
}

const answerOf = (answer: string | number) => {
  if (typeof answer === 'string') return { valueString: answer };
  return Number.isInteger(answer) ? { valueInteger: answer } : { valueDecimal: answer };
};

/** @param patient key of the patient in the server: `Patient/x` */
export function questionnaireResponseOf(
  { survey, receivedAt, isCorrection, responses }: RetainedSurvey,
  patient: string,
  identifier: Identifier,
): NewResource {
  const reference = { reference: patient };
  const item = responses.map(({ question, answer }, index) => ({
    linkId: `1.${index + 1}`,
    text: question,
    answer: [answerOf(answer)],
  }));
  return {
    resourceType: 'QuestionnaireResponse',
    identifier,
    status: isCorrection ? 'amended' : 'completed',
    subject: reference,
    source: reference,
    authored: receivedAt,
    item: [{ linkId: '1', text: survey, item }],
  };
}
