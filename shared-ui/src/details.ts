/**
 * Entry `shared-ui/details`: parts of the screens about one event, result, care plan or person.
 * @module
 */
export { dismissEventsAbout } from './patient/events/events.ts';
export { MissingContent } from './patient/profiles/MissingContent.tsx';
export { NotShared } from './patient/profiles/NoLongerShared.tsx';
export { AskHospital } from './patient/requests/AskHospital.tsx';
export { EmergencyNote } from './patient/requests/EmergencyNote.tsx';
export { clockTimes } from './patient/source/clock-times.ts';
export { formatRecordDate } from './patient/source/dates.ts';
export { HospitalText, HospitalWordsNote, useHospitalLang } from './patient/source/HospitalText.tsx';
export { RecordDate } from './patient/source/RecordDate.tsx';
export { RecordSourceLine } from './patient/source/RecordSourceLine.tsx';
export { removeSupporter, stopSupporting } from './patient/supporters/supporters.ts';
export { useChange } from './platform/calls/useChange.ts';
export { Facts } from './ui/components/Facts.tsx';
