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

const changed = 'This change was made to your Sherpa account.'
const securityChanges = {
  'password-changed': { subject: 'Your password was changed', what: changed },
  'second-factor-on': { subject: 'Two-factor authentication was turned on', what: changed },
  'second-factor-off': { subject: 'Two-factor authentication was turned off', what: changed },
  'recovery-codes-renewed': { subject: 'Your recovery codes were replaced', what: changed },
  'email-changed': { subject: 'Your email address was changed', what: changed },
  'recovery-code-used': {
    subject: 'A recovery code was used to log in',
    what: 'Someone logged in to your Sherpa account with your password and a recovery code. This code is now used up.',
  },
  'second-step-failed': {
    subject: 'Wrong codes were entered for your account',
    what: 'Someone entered the password of your Sherpa account, and then three wrong two-factor codes.',
  },
}
export type SecurityChange = keyof typeof securityChanges
type SecurityNotice = {
  name: string
  change: SecurityChange
  /** Token of the link that removes the second factor. */
  token?: string
}

export const securityNoticeMail = mailKind<SecurityNotice>({
  name: 'security-notice',
  purpose: 'accounts',
  why: 'You received this email because of the security of your Sherpa account. We always notify you of such events.',
  words: ({ name, change, token }, at) => ({
    subject: securityChanges[change].subject,
    parts: [
      greeting(name),
      paragraph(`${securityChanges[change].what} If this was you, you don't need to do anything.`),
      ...(token
        ? [
            paragraph(
              "If this wasn't you, turn it off now. This logs out all devices, and we'll email you a link to choose a new password.",
            ),
            link("It wasn't me", at('/reject-second-factor', { token })),
            paragraph('This link expires in 7 days and works once.'),
          ]
        : // The old address cannot request a password reset anymore.
          change === 'email-changed'
          ? [paragraph("If this wasn't you, reply to this email now. We will help you get your account back.")]
          : [
              paragraph("If this wasn't you, reset your password now and reply to this email."),
              link('Reset password', at('/forgot-password')),
            ]),
    ],
  }),
})

export const accountDeletedMail = mailKind<{ name: string }>({
  name: 'account-deleted',
  purpose: 'accounts',
  why: 'You received this email because the Sherpa account with this address was deleted. It is the last one.',
  words: ({ name }) => ({
    subject: 'Your Sherpa account was deleted',
    parts: [
      greeting(name),
      paragraph("Your Sherpa account was deleted. If this was you, you don't need to do anything."),
      paragraph("If this wasn't you, reply to this email now."),
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
  accountDeletedMail,
]
