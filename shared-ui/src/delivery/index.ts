export { deliverSurvey, type Survey } from './deliver.ts';
