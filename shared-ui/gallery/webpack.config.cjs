const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { minimizer } = require('../webpack/plugins.cjs');

const source = (file) => path.join(__dirname, file);

/** Builds the gallery as a standalone page in production mode, so that tests see what users get. */
module.exports = {
  mode: 'production',
  context: __dirname,
  entry: source('main.tsx'),
  output: {
    path: source('dist'),
    filename: '[name].[contenthash:8].js',
    assetModuleFilename: '[name].[contenthash:8][ext]',
    // Relative, so that the documentation can contain it at any path.
    publicPath: 'auto',
    clean: true,
  },
  optimization: { minimizer },
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        exclude: /node_modules/,
        loader: 'swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            target: 'es2022',
            transform: { react: { runtime: 'automatic' } },
          },
        },
      },
      { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
      { test: /\.(woff2|mp3)$/, type: 'asset/resource' },
    ],
  },
  plugins: [
    new HtmlWebpackPlugin({ template: source('index.html') }),
    new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
  ],
  performance: false,
};
