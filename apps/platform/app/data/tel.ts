/** The address of a call. Phones read digits and the plus sign only. */
export const tel = (phone: string) => `tel:${dialed(phone)}`
export const sms = (phone: string) => `sms:${dialed(phone)}`

const dialed = (phone: string) => phone.replace(/[^+\d]/g, '')
