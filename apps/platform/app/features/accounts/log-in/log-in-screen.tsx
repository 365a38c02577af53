import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { PasswordStep } from './password-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

type Step = { name: 'password'; notice?: string } | { name: 'second-factor'; ticket: string; stay: boolean }

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
  return (
    <PasswordStep
      email={email}
      notice={step.notice}
      onTicket={(ticket, typed) => {
        setEmail(typed.email)
        setStep({ name: 'second-factor', ticket, stay: typed.staySignedIn })
      }}
    />
  )
}
