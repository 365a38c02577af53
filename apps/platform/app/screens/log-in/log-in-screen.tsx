import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CheckMail } from '../register/check-mail.tsx'
import { PasswordStep } from './password-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

type Step =
  | { name: 'password'; notice?: string }
  | { name: 'second-factor'; ticket: string; stay: boolean }
  | { name: 'confirm-address'; email: string }

export function Component() {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const [email, setEmail] = useState(useSearchParams()[0].get('email') ?? '')

  if (step.name === 'second-factor') {
    return (
      <SecondFactorStep
        ticket={step.ticket}
        stay={step.stay}
        onStartAgain={(notice) => setStep({ name: 'password', ...(notice && { notice }) })}
      />
    )
  }
  if (step.name === 'confirm-address') {
    return (
      <CheckMail
        title="Confirm your email address"
        email={step.email}
        lead="Before you log in for the first time, please follow the link that we sent to"
      />
    )
  }
  return (
    <PasswordStep
      email={email}
      notice={step.notice}
      onTicket={(ticket, typed) => {
        setEmail(typed.email)
        setStep({ name: 'second-factor', ticket, stay: typed.staySignedIn })
      }}
      onUnconfirmed={(address) => setStep({ name: 'confirm-address', email: address })}
    />
  )
}
