import { runtimeConfig, useText } from 'shared-ui';
import { type Brand, telephoneOf } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { words } from '../words-records.ts';

const PhoneLink = styled.a`
  display: inline-flex;
  align-items: center;
  min-block-size: 44px;
`;

export const formatPhone = ({ number, extension }: Brand['supportPhones'][number]) =>
  extension === '' ? number : words.text('call.phone', { number, extension });

/** The number for emergencies, and the hospital's. */
export function WhomToCall() {
  const t = useText(words);
  return (
    <>
      <p>{t('call.emergency')}</p>
      {runtimeConfig().brand.supportPhones.map((phone) => (
        <p key={phone.number}>
          <PhoneLink href={telephoneOf(phone)}>
            <bdi>{formatPhone(phone)}</bdi>
          </PhoneLink>
        </p>
      ))}
    </>
  );
}
