export { Badge, type BadgeProps } from './Badge.tsx';
export { Banner, type BannerProps } from './Banner.tsx';
export {
  Button,
  type ButtonProps,
  type ButtonVariant,
  IconButton,
  type IconButtonProps,
  IconLink,
  type IconLinkProps,
  LinkButton,
  type LinkButtonProps,
  Spinner,
} from './Button.tsx';
export { Card } from './Card.tsx';
export { EventCard, type EventCardProps, statusTone, type Tone, toneLook } from './EventCard.tsx';
export { Facts, type FactsProps } from './Facts.tsx';
export { IconDisc } from './IconDisc.tsx';
export { LateWaiting } from './LateWaiting.tsx';
export { Actions, Row, SectionTitle, Soft, Stack } from './Layout.tsx';
export { Backdrop, Skeleton, type SkeletonProps } from './Loading.tsx';
export { Apology, type ApologyProps, EmptyState, type EmptyStateProps } from './Message.tsx';
export { NextCard, type NextCardProps } from './NextCard.tsx';
export { NightSky } from './NightSky.tsx';
export { Note, type NoteProps, type NoteTone } from './Note.tsx';
export { type OptionalPartOptions, onDemand, onDemandOptional } from './on-demand.tsx';
export {
  BackHeader,
  type BackHeaderProps,
  Covered,
  type HeaderAction,
  Page,
  type PageProps,
  PanelBody,
  ScreenHeading,
  type ScreenHeadingProps,
} from './Page.tsx';
export { Panel, type PanelProps } from './Panel.tsx';
export { Avatar, initials, ProfileList, ProfileRow, type ProfileRowProps } from './ProfileRow.tsx';
export { ScanFrame, type ScanFrameProps } from './ScanFrame.tsx';
export { SuccessMark } from './SuccessMark.tsx';
export { TabBar, type TabBarItem } from './TabBar.tsx';
export { LiveRegion, Toast, type ToastProps } from './Toast.tsx';
export { Logo, type LogoProps, TopBar } from './TopBar.tsx';
export { GRIP, type PanelState, type Settled } from './useSheetDrag.ts';
export { VisuallyHidden } from './VisuallyHidden.tsx';
export { Waiting, type WaitingProps } from './Waiting.tsx';
