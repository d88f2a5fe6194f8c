import survey from './survey.js';

export const init = () => undefined;
export const get = async () => () => survey;
