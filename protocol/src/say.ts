// What is said to people, for the client and the page, which say it as the server does.
export { said, say, speak, words, type Catalogue } from '../../core/src/base/say';
export { counted } from '../../core/src/base/counted';
