/**
 * Configuration of the survey recorder, read from the environment. It is a separate service; with the API it shares the
 * key of survey tokens.
 */
import {
  type Environment,
  EnvironmentReader,
  readSurveyTokens,
  type SurveyTokenSettings,
} from 'server-kit/environment';
import { readService, type ServiceConfig } from '../config/config.ts';
import { readGenerousNetworks } from '../config/limits.ts';
import { readPeriod } from '../config/retention.ts';

export interface RecorderConfig extends ServiceConfig {
  /** Header with which callers authenticate, in lower case, and its value. */
  authorizer: { header: string; key: string };
  /** Origins whose pages may post surveys. In a demo any page on this machine may, too. */
  allowedOrigins: readonly string[];
  /** Whether answers are stored; otherwise only a receipt is, as the note on the screen says. */
  retainAnswers: boolean;
  /** How many days surveys and receipts are kept; undefined: no limit. */
  retentionDays: number | undefined;
  surveyTokens: SurveyTokenSettings;
  limits: {
    /** Surveys that one network address may send within a minute, stored or not. */
    perAddressMinute: number;
    /** Surveys that one session may have stored within an hour. */
    perSessionHour: number;
  };
  /** Networks exempt from the limit per address. */
  generousNetworks: readonly string[];
}

const DEMO_KEY = 'demo-recorder-key';

/** Accepts an origin as browsers write it: no path, not even a slash. */
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/** @throws ConfigError naming every invalid value */
export function readRecorderConfig(environment: Environment): RecorderConfig {
  const env = new EnvironmentReader(environment);
  const service = readService(env, 3002, 'recorder.sqlite');
  const { on } = service.demo;
  const key = env.text('AUTHORIZER_KEY') ?? (on ? DEMO_KEY : undefined);
  if (key === undefined) env.problems.push('AUTHORIZER_KEY is missing: outside a demo the recorder needs its own');
  const retention = env.choice('SURVEY_RETENTION', ['keep', 'drop'], on ? 'drop' : 'keep');
  const config: RecorderConfig = {
    ...service,
    authorizer: {
      header: (env.matching('AUTHORIZER_HEADER', /^[A-Za-z0-9-]+$/, 'a header name') ?? 'authorizer').toLowerCase(),
      key: key ?? '',
    },
    allowedOrigins: env.list(
      'ALLOWED_ORIGINS',
      ['http://localhost:3000'],
      isOrigin,
      'origins separated by commas, such as https://care.example.org',
    ),
    retainAnswers: retention === 'keep',
    retentionDays: readPeriod(env, 'surveys', on),
    surveyTokens: readSurveyTokens(env, on),
    limits: {
      perAddressMinute: env.count('LIMIT_SURVEYS_PER_ADDRESS_MINUTE', 300),
      perSessionHour: env.count('LIMIT_SURVEYS_PER_SESSION_HOUR', 30),
    },
    generousNetworks: readGenerousNetworks(env),
  };
  env.check();
  return config;
}
