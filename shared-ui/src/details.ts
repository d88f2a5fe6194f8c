/**
 * Entry `shared-ui/details`: parts of the screens about one event, result, care plan or person.
 * @module
 */
export { dismissEventsAbout } from './patient/events/events.ts';
export { type LiveLoad, useLiveLoad } from './patient/live-load.ts';
export { MissingContent, NotShared } from './patient/profiles/MissingContent.tsx';
export { ReadToMe } from './patient/reading/ReadToMe.tsx';
export { AskHospital, EmergencyNote } from './patient/requests/AskHospital.tsx';
export { clockTimes, formatPlanned, formatRecordDate } from './patient/source/dates.ts';
export {
  HospitalHeading,
  HospitalText,
  HospitalWordsNote,
  useHospitalLang,
  useHospitalText,
} from './patient/source/HospitalText.tsx';
export { RecordDate, RecordSourceLine } from './patient/source/RecordSourceLine.tsx';
export { removeSupporter, stopSupporting } from './patient/supporters/supporters.ts';
export { useChange } from './platform/bus/bus.ts';
export { formatList, formatParts, fromHospitalTime, hospitalDay, hospitalTime } from './platform/i18n/format.ts';
export { useNow } from './platform/page.ts';
export { Facts } from './ui/components/Facts.tsx';
export { hiddenText } from './ui/components/page/Layout.tsx';
export { NARROW_SCREEN, SHORT_SCREEN } from './ui/theme/theme.ts';
