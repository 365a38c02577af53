import { mailKind } from '../../mail/mail-kind.ts'
import { facts, greeting, link, paragraph } from '../../mail/mail-template.ts'

export const finishRegistrationMail = mailKind<{ token: string }>({
  name: 'finish-registration',
  purpose: 'accounts',
  why: 'You received this email because someone entered this address to create a Sherpa account.',
  words: (details, at) => ({
    subject: 'Finish creating your Sherpa account',
    parts: [
      greeting(),
      paragraph('Confirm this email address and choose a password to finish creating your account.'),
      link('Finish creating my account', at('/finish-registration', { token: details.token })),
      paragraph("This link expires in 24 hours and works once. If this wasn't you, you can ignore this email."),
    ],
  }),
})

export const approveNewEmailMail = mailKind<{ name: string; newEmail: string; token: string }>({
  name: 'approve-new-email',
  purpose: 'accounts',
  why: 'You received this email because someone asked to change the email address of your Sherpa account.',
  words: (details, at) => ({
    subject: 'Approve your new email address',
    parts: [
      greeting(details.name),
      paragraph('We received a request to change the email address of your Sherpa account.'),
      facts(['New address', details.newEmail]),
      link('Approve the change', at('/confirm-email', { token: details.token })),
      paragraph(
        'Your email address changes after you approve it here and confirm it at the new address. This link expires in 24 hours.',
      ),
      paragraph("If this wasn't you, reset your password now. Nothing changes without your approval."),
      link('Reset your password', at('/forgot-password')),
    ],
  }),
})

export const confirmNewEmailMail = mailKind<{ name: string; token: string }>({
  name: 'confirm-new-email',
  purpose: 'accounts',
  why: 'You received this email because someone entered this address as the new address of a Sherpa account.',
  words: (details, at) => ({
    subject: 'Confirm your new email address',
    parts: [
      greeting(details.name),
      paragraph('We received a request to use this address for your Sherpa account.'),
      link('Confirm this address', at('/confirm-email', { token: details.token })),
      paragraph(
        "Your email address changes after you also approve it at your old address. This link expires in 24 hours. If this wasn't you, you can ignore this email.",
      ),
    ],
  }),
})

export const alreadyRegisteredMail = mailKind<{ name: string }>({
  name: 'already-registered',
  purpose: 'accounts',
  why: 'You received this email because someone tried to create a Sherpa account with this address.',
  words: (details, at) => ({
    subject: 'You already have a Sherpa account',
    parts: [
      greeting(details.name),
      paragraph(
        'Someone tried to create a Sherpa account with this email address. You already have an account, so you can log in.',
      ),
      link('Log in', at('/login')),
      link('Reset your password', at('/forgot-password')),
      paragraph("If this wasn't you, you can ignore this email. Your account has not changed."),
    ],
  }),
})

export const resetPasswordMail = mailKind<{ name: string; token: string }>({
  name: 'reset-password',
  purpose: 'accounts',
  why: 'You received this email because someone asked to reset the password of the Sherpa account with this address.',
  words: (details, at) => ({
    subject: 'Reset your password',
    parts: [
      greeting(details.name),
      paragraph('We received a request to reset the password of your Sherpa account.'),
      link('Reset password', at('/reset-password', { token: details.token })),
      paragraph(
        "This link expires in 1 hour and works once. If this wasn't you, you can ignore this email: your password stays the same.",
      ),
    ],
  }),
})

const securityChanges = {
  'password-changed': 'Your password was changed',
  'second-factor-on': 'Two-factor authentication was turned on',
  'second-factor-off': 'Two-factor authentication was turned off',
  'recovery-codes-renewed': 'Your recovery codes were replaced',
  'email-changed': 'Your email address was changed',
}
export type SecurityChange = keyof typeof securityChanges

export const securityNoticeMail = mailKind<{ name: string; change: SecurityChange }>({
  name: 'security-notice',
  purpose: 'accounts',
  why: 'You received this email because the security settings of your Sherpa account changed. We always notify you of such changes.',
  words: (details, at) => ({
    subject: securityChanges[details.change],
    parts: [
      greeting(details.name),
      paragraph("This change was made to your Sherpa account. If this was you, you don't need to do anything."),
      // The old address can no longer ask for a new password.
      ...(details.change === 'email-changed'
        ? [paragraph("If this wasn't you, reply to this email now. We will help you get your account back.")]
        : [
            paragraph("If this wasn't you, reset your password now and reply to this email."),
            link('Reset password', at('/forgot-password')),
          ]),
    ],
  }),
})

export const accountMailKinds = [
  finishRegistrationMail,
  approveNewEmailMail,
  confirmNewEmailMail,
  alreadyRegisteredMail,
  resetPasswordMail,
  securityNoticeMail,
]
