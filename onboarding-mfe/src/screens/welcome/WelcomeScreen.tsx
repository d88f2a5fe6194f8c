import ArrowRight from 'lucide-react/icons/arrow-right';
import { Actions, LinkButton, NightSky, paths, runtimeConfig, ScreenHeading, Stack, useText } from 'shared-ui';
import { LanguageChoice, useLanguage } from 'shared-ui/languages';
import { words } from '../../words.ts';

/** Capitalizes the brand's meaning, which starts a sentence here. */
const asSentenceStart = (phrase: string) => phrase.charAt(0).toLocaleUpperCase() + phrase.slice(1);

/**
 * `/onboarding` and `/onboarding/welcome`: the product's name, its meaning if the hospital gave it in this language, and
 * the link to continue. People who have been here before sign in directly.
 */
export function WelcomeScreen() {
  const t = useText(words);
  const language = useLanguage();
  const { name, meaning, otherMeanings } = runtimeConfig().brand;
  const meanings: Partial<Record<typeof language, string>> = { ...otherMeanings, ...meaning };
  const own = meanings[language];
  return (
    <NightSky>
      <Stack>
        <ScreenHeading>{t('welcome.title', { name })}</ScreenHeading>
        <p>{own ? t('welcome.text', { meaning: asSentenceStart(own) }) : t('welcome.plain')}</p>
        <LanguageChoice />
      </Stack>
      <Actions>
        <LinkButton to={paths.onboarding.info} variant="star" iconAfter={<ArrowRight />}>
          {t('welcome.start')}
        </LinkButton>
        <LinkButton to={paths.onboarding.qrcode} variant="plain">
          {t('choice.wristband')}
        </LinkButton>
        <LinkButton to={paths.onboarding.login} variant="plain">
          {t('choice.account')}
        </LinkButton>
      </Actions>
    </NightSky>
  );
}
