import { useState } from 'react'
import { useArrival } from '../../../frame/arrival.ts'
import { PasswordStep } from './password-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

type Step = { name: 'password'; notice?: string } | { name: 'second-factor'; ticket: string; stay: boolean }

export function Component() {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const arrival = useArrival()
  const [typedEmail, setTypedEmail] = useState<string>()

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
      email={typedEmail ?? arrival?.query.get('email') ?? ''}
      notice={step.notice}
      onTicket={(ticket, typed) => {
        setTypedEmail(typed.email)
        setStep({ name: 'second-factor', ticket, stay: typed.staySignedIn })
      }}
    />
  )
}
